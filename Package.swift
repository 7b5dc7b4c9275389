// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// For what an app or a server builds: what is unsafe has to say so.
let safe = settings + [.strictMemorySafety()]

let package = Package(
  name: "Dovetail",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(
      name: "Dovetail",
      targets: ["Dovetail", "DovetailChecks", "DovetailRuntime", "DovetailGraph"]),
    .library(name: "DovetailComponents", targets: ["DovetailComponents"]),
    .library(name: "DovetailComponentModules", targets: ["DovetailComponentModules"]),
    .library(name: "DovetailInjected", targets: ["DovetailInjected"]),
    .library(name: "DovetailLifecycle", targets: ["DovetailLifecycle"]),
    .library(name: "DovetailNames", targets: ["DovetailNames"]),
    .library(name: "DovetailProfiles", targets: ["DovetailProfiles"]),
    .library(name: "DovetailRelatives", targets: ["DovetailRelatives"]),
    .library(name: "DovetailInspection", targets: ["DovetailInspection", "DovetailExport"]),
    .library(name: "DovetailSwiftUI", targets: ["DovetailSwiftUI"]),
    .library(name: "DovetailLogging", targets: ["DovetailLogging"]),
    .library(name: "DovetailTracing", targets: ["DovetailTracing"]),
    .library(name: "DovetailConfiguration", targets: ["DovetailConfiguration"]),
    .library(name: "DovetailTesting", targets: ["DovetailTesting"]),
    .library(name: "DovetailXCTest", targets: ["DovetailXCTest"]),
    .library(name: "DovetailServiceLifecycle", targets: ["DovetailServiceLifecycle"]),
    .library(name: "DovetailHummingbird", targets: ["DovetailHummingbird"]),
    // For programs of several dynamic libraries or frameworks: linked statically into each, the package would be there more than once.
    .library(
      name: "DovetailDynamic", type: .dynamic,
      targets: [
        "Dovetail", "DovetailComponents", "DovetailComponentModules", "DovetailInjected", "DovetailLifecycle", "DovetailNames",
        "DovetailProfiles", "DovetailRelatives", "DovetailSwiftUI", "DovetailChecks", "DovetailRuntime", "DovetailGraph",
      ]),
    .executable(name: "dovetail", targets: ["DovetailTool"]),
    .plugin(name: "DovetailPlugin", targets: ["DovetailPlugin"]),
  ],
  traits: [
    .trait(name: "Tool", description: "The command line tool 'dovetail'; without it swift-argument-parser is not resolved."),
    .trait(name: "Logging", description: "DovetailLogging: events and loggers, with swift-log."),
    .trait(name: "Tracing", description: "DovetailTracing: spans and metrics, with swift-distributed-tracing and swift-metrics."),
    .trait(
      name: "Configuration", description: "DovetailConfiguration: configured values and profiles, with swift-configuration."),
    .trait(
      name: "ServiceLifecycle", description: "DovetailServiceLifecycle: containers as services, with swift-service-lifecycle."),
    .trait(name: "Hummingbird", description: "DovetailHummingbird: a scope for every request, with hummingbird."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
  ],
  targets: [
    .target(name: "DovetailGraph", swiftSettings: safe),
    // Knows no run time, so that both build side by side, and programs with components alone build without it.
    .target(name: "DovetailChecks", dependencies: ["DovetailGraph"], swiftSettings: safe),
    .target(name: "DovetailRuntime", dependencies: ["DovetailGraph"], swiftSettings: safe),
    .target(
      name: "Dovetail", dependencies: ["DovetailRuntime", "DovetailChecks", "DovetailGraph"], swiftSettings: safe),
    .target(name: "DovetailComponents", dependencies: ["DovetailRuntime", "DovetailGraph"], swiftSettings: safe),
    .target(
      name: "DovetailComponentModules", dependencies: ["DovetailComponents", "Dovetail"], swiftSettings: settings),
    .target(name: "DovetailInjected", dependencies: ["Dovetail", "DovetailGraph"], swiftSettings: settings),
    .target(name: "DovetailLifecycle", dependencies: ["Dovetail", "DovetailGraph"], swiftSettings: settings),
    .target(name: "DovetailNames", dependencies: ["Dovetail", "DovetailGraph"], swiftSettings: settings),
    .target(name: "DovetailProfiles", dependencies: ["Dovetail", "DovetailGraph"], swiftSettings: settings),
    .target(name: "DovetailRelatives", dependencies: ["Dovetail", "DovetailGraph"], swiftSettings: settings),
    // Without views where there is no SwiftUI.
    .target(
      name: "DovetailSwiftUI", dependencies: ["DovetailComponents", "DovetailInjected", "Dovetail"], swiftSettings: settings),
    // Knows no container, so that the tool builds without one.
    .target(
      name: "DovetailExport", dependencies: ["DovetailChecks", "DovetailGraph"], swiftSettings: settings),
    .target(
      name: "DovetailInspection", dependencies: ["DovetailExport", "Dovetail", "DovetailGraph"], swiftSettings: settings),
    .target(
      name: "DovetailTesting",
      dependencies: ["DovetailInjected", "DovetailLifecycle", "DovetailRelatives", "Dovetail", "DovetailGraph"],
      swiftSettings: settings),
    .target(
      name: "DovetailXCTest", dependencies: ["DovetailTesting", "Dovetail", "DovetailGraph"], swiftSettings: settings),
    .target(
      name: "DovetailCLI", dependencies: ["DovetailExport", "DovetailChecks", "DovetailGraph"], swiftSettings: settings),
    .executableTarget(
      name: "DovetailTool",
      dependencies: [
        "DovetailCLI", "DovetailExport",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Tool"])),
      ], swiftSettings: settings),
    .target(
      name: "DovetailServiceLifecycle",
      dependencies: [
        "DovetailLifecycle",
        "Dovetail",
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["ServiceLifecycle"])),
        .product(
          name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: .when(traits: ["ServiceLifecycle"])),
      ], swiftSettings: settings),
    .target(
      name: "DovetailHummingbird",
      dependencies: [
        "DovetailInjected",
        "Dovetail",
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Hummingbird"])),
        .product(name: "Hummingbird", package: "hummingbird", condition: .when(traits: ["Hummingbird"])),
      ], swiftSettings: settings),
    .plugin(
      name: "DovetailPlugin",
      capability: .command(
        intent: .custom(
          verb: "dovetail", description: "Builds a program, asks it for its graph, and runs the tool 'dovetail' on it."))),
    .testTarget(
      name: "DovetailGraphTests", dependencies: ["TestSupport", "GraphSketches", "DovetailChecks", "DovetailGraph"],
      swiftSettings: settings),
    .testTarget(
      name: "DovetailChecksTests", dependencies: ["TestSupport", "GraphSketches", "DovetailChecks", "DovetailGraph"],
      swiftSettings: settings),
    .executableTarget(
      name: "garage",
      dependencies: [
        "DovetailComponents",
        "DovetailInjected", "DovetailLifecycle", "DovetailNames", "DovetailProfiles", "DovetailRelatives", "Dovetail",
        "DovetailChecks", "DovetailGraph", "DovetailInspection",
      ], swiftSettings: settings),
    // The tests of `Dovetail`, by its folders, and of what lies below and beside it.
    .testTarget(
      name: "DeclareTests",
      dependencies: [
        "CoreTestSupport", "TestSupport", "DovetailLifecycle", "DovetailNames", "DovetailProfiles", "DovetailRelatives",
        "Dovetail",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "PlanTests",
      dependencies: ["CoreTestSupport", "TestSupport", "DovetailLifecycle", "DovetailNames", "Dovetail", "DovetailGraph"],
      swiftSettings: settings),
    .testTarget(
      name: "ResolveTests",
      dependencies: [
        "CoreTestSupport", "TestSupport", "DovetailComponents", "DovetailInjected", "DovetailLifecycle", "DovetailNames",
        "DovetailRelatives", "Dovetail",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "DovetailRuntimeTests",
      dependencies: [
        "CoreTestSupport", "TestSupport", "DovetailInjected", "DovetailRelatives", "Dovetail", "DovetailRuntime",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "DovetailComponentsTests",
      dependencies: [
        "CoreTestSupport", "TestSupport", "DovetailComponents", "DovetailComponentModules", "DovetailInspection", "Dovetail",
        "DovetailRuntime", "DovetailGraph",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "DovetailLifecycleTests",
      dependencies: ["CoreTestSupport", "TestSupport", "DovetailLifecycle", "DovetailNames", "Dovetail"],
      swiftSettings: settings),
    .testTarget(
      name: "DovetailProfilesTests", dependencies: ["CoreTestSupport", "TestSupport", "DovetailProfiles", "Dovetail"],
      swiftSettings: settings),
    .testTarget(
      name: "DovetailRelativesTests", dependencies: ["CoreTestSupport", "TestSupport", "DovetailRelatives", "Dovetail"],
      swiftSettings: settings),
    .testTarget(
      name: "FuzzTests", dependencies: ["CoreTestSupport", "TestSupport", "DovetailLifecycle", "DovetailNames", "Dovetail"],
      swiftSettings: settings),
    .testTarget(
      name: "MainActorTests",
      dependencies: [
        "DovetailComponents", "DovetailInjected", "DovetailNames", "DovetailProfiles", "DovetailRelatives", "DovetailTesting",
        "TestSupport",
        "Dovetail",
      ],
      swiftSettings: settings + [
        .defaultIsolation(MainActor.self), .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
      ]),
    .testTarget(
      name: "DovetailInspectionTests",
      dependencies: [
        "TestSupport", "GraphSketches", "DovetailLifecycle", "DovetailNames", "DovetailInspection", "DovetailExport", "Dovetail",
        "DovetailChecks", "DovetailGraph",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "DovetailCLITests",
      dependencies: [
        "TestSupport", "GraphSketches", "DovetailNames", "DovetailCLI", "DovetailInspection", "Dovetail", "DovetailChecks",
        "DovetailGraph",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "DovetailTestingTests",
      dependencies: [
        "DovetailInjected", "DovetailLifecycle", "DovetailNames", "DovetailRelatives", "DovetailTesting", "Dovetail",
        "DovetailGraph",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "DovetailSwiftUITests", dependencies: ["TestSupport", "DovetailSwiftUI", "Dovetail"], swiftSettings: settings),
    .testTarget(
      name: "DovetailXCTestTests",
      dependencies: ["DovetailInjected", "DovetailLifecycle", "DovetailXCTest", "DovetailTesting", "Dovetail"],
      swiftSettings: settings),
    .testTarget(
      name: "DovetailServiceLifecycleTests",
      dependencies: [
        "DovetailLifecycle",
        "DovetailServiceLifecycle", "Dovetail",
        .product(name: "InMemoryLogging", package: "swift-log", condition: .when(traits: ["ServiceLifecycle"])),
        .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: .when(traits: ["ServiceLifecycle"])),
      ], swiftSettings: settings),
    .testTarget(
      name: "DovetailHummingbirdTests",
      dependencies: [
        "DovetailInjected", "DovetailLifecycle",
        "DovetailHummingbird", "DovetailServiceLifecycle", "Dovetail",
        .product(name: "InMemoryLogging", package: "swift-log", condition: .when(traits: ["Hummingbird"])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Hummingbird"])),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: .when(traits: ["Hummingbird"])),
        .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: .when(traits: ["Hummingbird"])),
      ], swiftSettings: settings),
    .testTarget(
      name: "GarageTests",
      dependencies: [
        "DovetailComponents",
        "TestSupport", "DovetailInjected", "DovetailLifecycle", "DovetailNames", "garage", "DovetailProfiles", "Dovetail",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "SeedTests",
      dependencies: [
        "DovetailComponents", "TestSupport", "DovetailInjected", "DovetailLifecycle", "DovetailNames", "DovetailProfiles",
        "DovetailRelatives",
        "Dovetail",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "GuideTests",
      dependencies: [
        "DovetailComponents", "DovetailComponentModules",
        "DovetailInjected", "DovetailLifecycle", "DovetailNames", "garage", "DovetailProfiles", "Dovetail", "DovetailInspection",
        "DovetailTesting", "DovetailXCTest",
      ], swiftSettings: settings),
    .target(
      name: "DovetailLogging",
      dependencies: ["Dovetail", .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Logging"]))],
      swiftSettings: settings),
    .testTarget(
      name: "DovetailLoggingTests",
      dependencies: [
        "DovetailLifecycle", "DovetailNames",
        "DovetailLogging", "Dovetail", "TestSupport",
        .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Logging"])),
        .product(name: "InMemoryLogging", package: "swift-log", condition: .when(traits: ["Logging"])),
      ], swiftSettings: settings),
    .target(
      name: "DovetailTracing",
      dependencies: [
        "Dovetail",
        .product(name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["Tracing"])),
        .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Tracing"])),
      ], swiftSettings: settings),
    .testTarget(
      name: "DovetailTracingTests",
      dependencies: [
        "DovetailLifecycle", "DovetailNames",
        "DovetailTracing", "Dovetail", "TestSupport",
        .product(name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["Tracing"])),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing", condition: .when(traits: ["Tracing"])),
        .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Tracing"])),
        .product(name: "MetricsTestKit", package: "swift-metrics", condition: .when(traits: ["Tracing"])),
      ], swiftSettings: settings),
    .target(
      name: "DovetailConfiguration",
      dependencies: [
        "DovetailProfiles", "Dovetail", "DovetailGraph",
        .product(name: "Configuration", package: "swift-configuration", condition: .when(traits: ["Configuration"])),
      ], swiftSettings: settings),
    .testTarget(
      name: "DovetailConfigurationTests",
      dependencies: [
        "DovetailLifecycle",
        "DovetailConfiguration", "DovetailProfiles", "Dovetail", "DovetailGraph", "TestSupport",
        .product(name: "Configuration", package: "swift-configuration", condition: .when(traits: ["Configuration"])),
      ], swiftSettings: settings),
    .target(
      name: "GraphSketches", dependencies: ["DovetailChecks", "DovetailGraph"], path: "Tests/GraphSketches",
      swiftSettings: settings),
    .target(name: "TestSupport", dependencies: ["Dovetail"], path: "Tests/TestSupport", swiftSettings: settings),
    .target(
      name: "CoreTestSupport", dependencies: ["TestSupport", "DovetailLifecycle", "Dovetail"], path: "Tests/CoreTestSupport",
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
