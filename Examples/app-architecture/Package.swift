// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// The inside of an app: screens, their models, and what brings them together; drawn as text, so that it runs anywhere.
let package = Package(
  name: "app-architecture",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Dovetail", path: "../..")],
  targets: [
    .target(
      name: "LibraryApp",
      dependencies: [
        .product(name: "Dovetail", package: "Dovetail"), .product(name: "DovetailComponents", package: "Dovetail"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "library", dependencies: ["LibraryApp", .product(name: "Dovetail", package: "Dovetail")], swiftSettings: settings),
    .testTarget(
      name: "LibraryTests",
      dependencies: [
        "LibraryApp", .product(name: "Dovetail", package: "Dovetail"), .product(name: "DovetailComponents", package: "Dovetail"),
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6])
