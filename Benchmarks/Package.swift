// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
let dovetail = Target.Dependency.product(name: "Dovetail", package: "dovetail")
let names = Target.Dependency.product(name: "DovetailNames", package: "dovetail")
let lifecycle = Target.Dependency.product(name: "DovetailLifecycle", package: "dovetail")
let components = Target.Dependency.product(name: "DovetailComponents", package: "dovetail")

let package = Package(
  name: "dovetail-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "dovetail", path: ".."),
    // Its traits count allocations with a library of their own, which would be in every measured malloc; `allocations` counts here.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .target(name: "Program", dependencies: [dovetail, components, names], swiftSettings: settings),
    .target(name: "Workloads", dependencies: ["Program", dovetail, components, names], swiftSettings: settings),
    .executableTarget(
      name: "times", dependencies: ["Workloads", .product(name: "Benchmark", package: "benchmark")],
      path: "Benchmarks/times", swiftSettings: settings, plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    .executableTarget(name: "operations", dependencies: ["Workloads"], swiftSettings: settings),
    .executableTarget(name: "starts", dependencies: [dovetail, lifecycle], swiftSettings: settings),
    .target(name: "CountingMalloc"),
    .executableTarget(name: "allocations", dependencies: ["Workloads", "CountingMalloc"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
