// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// A command-line tool each of whose subcommands is a scope.
let package = Package(
  name: "command-line-tool",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Dovetail", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    // What the tool does. It knows nothing of a command line.
    .target(name: "ChoreList", dependencies: [.product(name: "Dovetail", package: "Dovetail")], swiftSettings: settings),
    // The command line.
    .executableTarget(
      name: "chores",
      dependencies: [
        "ChoreList", .product(name: "Dovetail", package: "Dovetail"),
        .product(name: "DovetailInjected", package: "Dovetail"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: settings),
    .testTarget(
      name: "ChoresTests", dependencies: ["chores", "ChoreList", .product(name: "Dovetail", package: "Dovetail")],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6])
