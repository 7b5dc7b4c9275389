// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// Two programs with one of each mistake, in the styles of Swinject and of Factory, and what `migrate` wrote for them in their folders `Moved`.
// Neither container is a dependency: small modules stand in for them, which declare what the programs use.
let package = Package(
  name: "migration-samples",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Dovetail", path: "../..")],
  targets: [
    .target(name: "Swinject", swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(name: "FactoryKit", swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(
      name: "SwinjectSample", dependencies: ["Swinject", .product(name: "DovetailInspection", package: "Dovetail")]),
    .executableTarget(
      name: "FactorySample", dependencies: ["FactoryKit", .product(name: "DovetailInspection", package: "Dovetail")]),
  ],
  swiftLanguageModes: [.v6])
