// SPDX-License-Identifier: Apache-2.0
#if Tracing
  import Dovetail
  import DovetailLifecycle
  import DovetailTracing
  import InMemoryTracing
  import MetricsTestKit
  import Testing
  import TestSupport
  import Tracing

  final class Database: Sendable {
    init() async throws {}
  }

  final class OrderDesk: Sendable {
    init(database: Database) {}
  }

  struct ShopModule: Module {
    var bindings: Bindings {
      Bind(Database.init).in(.singleton)
      Bind(OrderDesk.init).in(.singleton).onStart { _ in }
    }
  }

  /// The compiled twin of the guide *Tracing*.
  @Suite struct TracingGuide {
    private func snippets() async throws -> [String] {
      var lines: [String] = []
      func print(_ items: Any...) { lines.append(items.map { "\($0)" }.joined(separator: " ")) }
      do {
        let container = try Container(ShopModule(), observers: [TracingObserver(), MetricsObserver()])
        try await container.start()
      }
      do {
        let shared = TracingObserver { activity, subject in activity != .creating || subject.scope != .transient }
        _ = shared
      }
      do {
        let (tracer, metrics) = (InMemoryTracer(), TestMetrics())
        let observers: [any Observer] = [TracingObserver(tracer: tracer), MetricsObserver(factory: metrics)]
        let container = try Container(ShopModule(), observers: observers)
        try await container.start()
        print(tracer.finishedSpans.map(\.operationName))
        // ["create Database", "create OrderDesk", "start OrderDesk", "start Container"]
        let timer = try metrics.expectTimer("dovetail.creations", [("key", "Database"), ("scope", "singleton")])
        print(timer.values.count)  // 1
      }
      return lines
    }

    @Test func `shows no code that is not compiled`() throws {
      #expect(try GuidePage("Tracing").snippets(missingIn: "TracingGuide.swift") == [])
    }

    @Test func `says what is printed`() async throws {
      let lines = try await snippets()
      #expect(lines == [#"["create Database", "create OrderDesk", "start OrderDesk", "start Container"]"#, "1"])
      let page = try GuidePage("Tracing")
      #expect(page.printed == lines.suffix(1))
      #expect(page.snippets.last?.contains("// \(lines[0])") == true)
    }
  }
#endif
