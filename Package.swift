// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Dovetail",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Dovetail", targets: ["Dovetail", "DovetailGraph"]),
    .library(name: "DovetailInspection", targets: ["DovetailInspection"]),
    .library(name: "DovetailTesting", targets: ["DovetailTesting"]),
    .library(name: "DovetailXCTest", targets: ["DovetailXCTest"]),
    .executable(name: "dovetail", targets: ["DovetailTool"]),
    .plugin(name: "DovetailPlugin", targets: ["DovetailPlugin"]),
  ],
  traits: [
    .trait(name: "Tool", description: "The command line tool 'dovetail'; without it nobody resolves swift-argument-parser.")
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    .target(name: "DovetailGraph", swiftSettings: settings),
    .target(name: "Dovetail", dependencies: ["DovetailGraph"], swiftSettings: settings),
    .target(
      name: "DovetailInspection", dependencies: ["Dovetail", "DovetailGraph"],
      resources: ["d3.js", "d3.LICENSE.txt", "layout.js", "page.css", "page.html", "page.js", "picture.js"].map {
        .embedInCode("Page/Resources/\($0)")
      },
      swiftSettings: settings),
    .target(name: "DovetailTesting", dependencies: ["Dovetail", "DovetailGraph"], swiftSettings: settings),
    .target(
      name: "DovetailXCTest", dependencies: ["DovetailTesting", "Dovetail", "DovetailGraph"], swiftSettings: settings),
    .target(
      name: "DovetailCLI", dependencies: ["DovetailInspection", "DovetailGraph"], swiftSettings: settings),
    .executableTarget(
      name: "DovetailTool",
      dependencies: [
        "DovetailCLI", "DovetailInspection",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Tool"])),
      ], swiftSettings: settings),
    .plugin(
      name: "DovetailPlugin",
      capability: .command(
        intent: .custom(
          verb: "dovetail", description: "Builds a program, asks it for its graph, and runs the tool 'dovetail' on it."))),
    .testTarget(name: "DovetailGraphTests", dependencies: ["DovetailGraph"], swiftSettings: settings),
    .executableTarget(
      name: "garage", dependencies: ["Dovetail", "DovetailGraph", "DovetailInspection"], swiftSettings: settings),
    .testTarget(name: "DovetailTests", dependencies: ["Dovetail"], swiftSettings: settings),
    .testTarget(
      name: "DovetailInspectionTests", dependencies: ["DovetailInspection", "Dovetail", "DovetailGraph"], swiftSettings: settings),
    .testTarget(
      name: "DovetailCLITests", dependencies: ["DovetailCLI", "DovetailInspection", "Dovetail", "DovetailGraph"],
      swiftSettings: settings),
    .testTarget(
      name: "DovetailTestingTests", dependencies: ["DovetailTesting", "Dovetail", "DovetailGraph"], swiftSettings: settings),
    .testTarget(
      name: "DovetailXCTestTests", dependencies: ["DovetailXCTest", "DovetailTesting", "Dovetail"], swiftSettings: settings),
    .testTarget(name: "GarageTests", dependencies: ["garage", "Dovetail"], swiftSettings: settings),
    .testTarget(name: "SeedTests", dependencies: ["Dovetail"], swiftSettings: settings),
    .testTarget(
      name: "GuideTests",
      dependencies: ["garage", "Dovetail", "DovetailInspection", "DovetailTesting", "DovetailXCTest"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
