// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// A program whose build fails when the graph of its modules is wrong.
let package = Package(
  name: "checked-build",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Dovetail", path: "../..")],
  targets: [
    // The modules, in a library, so that the program and what checks its graph share them.
    .target(name: "Shop", dependencies: [.product(name: "Dovetail", package: "Dovetail")]),
    // What knows the graph and nothing else.
    .executableTarget(
      name: "graph-check", dependencies: ["Shop", .product(name: "DovetailInspection", package: "Dovetail")]),
    // What runs it in every build in which a module changed.
    .plugin(name: "CheckGraph", capability: .buildTool, dependencies: ["graph-check"]),
    // The program itself.
    .executableTarget(name: "store", dependencies: ["Shop"], plugins: ["CheckGraph"]),
  ],
  swiftLanguageModes: [.v6])
