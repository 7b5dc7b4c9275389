// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// The verbs `audit` and `migrate` of the tool. A package of its own, so that nobody else resolves swift-syntax.
let package = Package(
  name: "dovetail-migration",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "dovetail-migration", targets: ["DovetailMigrationTool"])],
  dependencies: [
    .package(name: "Dovetail", path: ".."),
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .target(
      name: "DovetailAudit",
      dependencies: [
        .product(name: "DovetailInspection", package: "Dovetail"),
        .product(name: "SwiftSyntax", package: "swift-syntax"), .product(name: "SwiftParser", package: "swift-syntax"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "DovetailMigrationTool",
      dependencies: [
        "DovetailAudit", .product(name: "DovetailInspection", package: "Dovetail"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "DovetailAuditTests",
      dependencies: ["DovetailAudit", .product(name: "DovetailInspection", package: "Dovetail")],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6])
