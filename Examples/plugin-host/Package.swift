// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// A program that takes plug-ins in while it runs, and lets them go again.
let package = Package(
  name: "plugin-host",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Dovetail", path: "../..")],
  targets: [
    // The host, and what it offers to plug-ins. It knows none of them.
    .target(name: "Press", dependencies: [.product(name: "Dovetail", package: "Dovetail")], swiftSettings: settings),
    // Plug-ins, which know what the host offers.
    .target(
      name: "PlugIns", dependencies: ["Press", .product(name: "Dovetail", package: "Dovetail")], swiftSettings: settings),
    // The program, which brings the two together.
    .executableTarget(
      name: "letterpress", dependencies: ["Press", "PlugIns", .product(name: "Dovetail", package: "Dovetail")],
      swiftSettings: settings),
    .testTarget(
      name: "PressTests", dependencies: ["Press", "PlugIns", .product(name: "Dovetail", package: "Dovetail")],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6])
