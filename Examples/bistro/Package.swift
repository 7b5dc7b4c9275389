// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// A server: menus, tables and orders over HTTP, with a database, a kitchen that cooks, and two wirings of the very same parts.
let package = Package(
  name: "bistro",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "bistro", targets: ["BistroServer"])],
  dependencies: [
    .package(name: "Dovetail", path: "../..", traits: ["ServiceLifecycle", "Hummingbird"]),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .target(
      name: "Bistro",
      dependencies: [
        .product(name: "Dovetail", package: "Dovetail"),
        .product(name: "DovetailHummingbird", package: "Dovetail"),
        .product(name: "DovetailInspection", package: "Dovetail"),
        .product(name: "DovetailLifecycle", package: "Dovetail"),
        .product(name: "DovetailProfiles", package: "Dovetail"),
        .product(name: "DovetailServiceLifecycle", package: "Dovetail"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "BistroServer",
      dependencies: [
        "Bistro",
        .product(name: "Dovetail", package: "Dovetail"),
        .product(name: "DovetailInspection", package: "Dovetail"),
        .product(name: "DovetailLifecycle", package: "Dovetail"),
        .product(name: "DovetailProfiles", package: "Dovetail"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "BistroTests",
      dependencies: [
        "Bistro", "BistroServer",
        .product(name: "Dovetail", package: "Dovetail"),
        .product(name: "DovetailLifecycle", package: "Dovetail"),
        .product(name: "DovetailProfiles", package: "Dovetail"),
        .product(name: "DovetailTesting", package: "Dovetail"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6])
