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
    .library(name: "DovetailServiceLifecycle", targets: ["DovetailServiceLifecycle"]),
    .library(name: "DovetailHummingbird", targets: ["DovetailHummingbird"]),
    .executable(name: "dovetail", targets: ["DovetailTool"]),
    .plugin(name: "DovetailPlugin", targets: ["DovetailPlugin"]),
  ],
  traits: [
    .trait(name: "Tool", description: "The command line tool 'dovetail'; without it nobody resolves swift-argument-parser."),
    .trait(
      name: "ServiceLifecycle", description: "DovetailServiceLifecycle: containers as services, with swift-service-lifecycle."),
    .trait(name: "Hummingbird", description: "DovetailHummingbird: a scope for every request, with hummingbird."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
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
    .target(
      name: "DovetailCLI", dependencies: ["DovetailInspection", "DovetailGraph"], swiftSettings: settings),
    .executableTarget(
      name: "DovetailTool",
      dependencies: [
        "DovetailCLI", "DovetailInspection",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Tool"])),
      ], swiftSettings: settings),
    .target(
      name: "DovetailServiceLifecycle",
      dependencies: [
        "Dovetail",
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["ServiceLifecycle"])),
        .product(
          name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: .when(traits: ["ServiceLifecycle"])),
      ], swiftSettings: settings),
    .target(
      name: "DovetailHummingbird",
      dependencies: [
        "Dovetail",
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Hummingbird"])),
        .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Hummingbird"])),
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
      name: "DovetailServiceLifecycleTests",
      dependencies: [
        "DovetailServiceLifecycle", "Dovetail",
        .product(name: "InMemoryLogging", package: "swift-log", condition: .when(traits: ["ServiceLifecycle"])),
        .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: .when(traits: ["ServiceLifecycle"])),
      ], swiftSettings: settings),
    .testTarget(
      name: "DovetailHummingbirdTests",
      dependencies: [
        "DovetailHummingbird", "DovetailServiceLifecycle", "Dovetail",
        .product(name: "InMemoryLogging", package: "swift-log", condition: .when(traits: ["Hummingbird"])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Hummingbird"])),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: .when(traits: ["Hummingbird"])),
        .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: .when(traits: ["Hummingbird"])),
      ], swiftSettings: settings),
    .testTarget(name: "GarageTests", dependencies: ["garage", "Dovetail"], swiftSettings: settings),
    .testTarget(name: "SeedTests", dependencies: ["Dovetail"], swiftSettings: settings),
    .testTarget(
      name: "GuideTests", dependencies: ["garage", "Dovetail", "DovetailInspection"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
