// SPDX-License-Identifier: Apache-2.0
#if Tracing
  import Dovetail
  import DovetailLifecycle
  import DovetailTracing
  import InMemoryTracing
  import Testing
  import Tracing

  final class Till: Sendable {
    init() {}
  }

  final class Desk: Sendable {
    init(till: Till) {}
  }

  final class Shop: Sendable {
    init(desk: Desk) {}
  }

  struct OutOfChange: Error {}

  enum Shift: ScopeKind {}

  extension InMemoryTracer {
    /// The finished spans in the order in which they ended, each as the path of names from its root.
    var paths: [String] {
      let spans = finishedSpans
      func path(_ span: FinishedInMemorySpan) -> String {
        let parent = spans.first { $0.spanID == span.parentSpanID }
        return (parent.map { path($0) + " / " } ?? "") + span.operationName
      }
      return spans.map(path)
    }
  }

  @Suite struct TracingObserverTests {
    @Test func `spans nest as creations do`() throws {
      let tracer = InMemoryTracer()
      let container = try Container(observers: [TracingObserver(tracer: tracer)]) {
        Bind(Till.init).in(.singleton)
        Bind(Desk.init)
        Bind(Shop.init)
      }
      try tracer.withSpan("request") { _ in _ = try container.resolve(Shop.self) }
      #expect(
        tracer.paths == [
          "request / create Shop / create Desk / create Till", "request / create Shop / create Desk", "request / create Shop",
          "request",
        ])
      #expect(tracer.activeSpans.isEmpty)
    }

    @Test func `what a factory traces itself is inside its span, also where it suspends`() async throws {
      let tracer = InMemoryTracer()
      let container = try Container(observers: [TracingObserver(tracer: tracer)]) {
        Bind { () async in
          await Task.yield()
          return await tracer.withSpan("connect") { _ in
            await Task.yield()
            return Till()
          }
        }.in(.singleton)
        Bind(Desk.init)
        Bind { (desk: Desk) async in tracer.withSpan("open") { _ in Shop(desk: desk) } }
      }
      _ = try await container.resolve(Shop.self)
      #expect(
        tracer.paths.sorted() == [
          "create Shop", "create Shop / create Desk", "create Shop / open", "create Till", "create Till / connect",
        ])
    }

    @Test func `a span says which bind it is`() throws {
      let tracer = InMemoryTracer()
      let line: UInt = #line + 1
      let container = try Container(observers: [TracingObserver(tracer: tracer)]) { Bind(Till.init).named("left").in(.singleton) }
      _ = try container.resolve(Till.self, named: "left")
      let span = try #require(tracer.finishedSpans.first)
      #expect(span.operationName == "create Till named \"left\"")
      var attributes: [String: String] = [:]
      span.attributes.forEach { attributes[$0] = "\($1)" }
      #expect(
        attributes == [
          "dovetail.key": "string(\"Till named \\\"left\\\"\")", "dovetail.scope": "string(\"singleton\")",
          "dovetail.module": "string(\"inline module\")",
          "dovetail.declared": "string(\"TracingObserverTests.swift:\(line):89\")",
        ])
    }

    @Test func `an error is recorded in every span that it ends`() throws {
      let tracer = InMemoryTracer()
      let container = try Container(observers: [TracingObserver(tracer: tracer)]) {
        Bind { () throws -> Till in throw OutOfChange() }
        Bind(Desk.init)
      }
      #expect(throws: ResolutionError.self) { try container.resolve(Desk.self) }
      #expect(tracer.paths == ["create Desk / create Till", "create Desk"])
      let errors = tracer.finishedSpans.map { span in span.errors.map { "\(type(of: $0.error))" } }
      #expect(errors == [["OutOfChange"], ["ResolutionError"]])
      #expect(tracer.finishedSpans.map(\.status?.code) == [.error, .error])
    }

    @Test func `hooks are inside the start and the stop of the container`() async throws {
      let tracer = InMemoryTracer()
      let container = try Container(observers: [TracingObserver(tracer: tracer)]) {
        Bind(Till.init).in(.singleton).onStart { _ in tracer.withSpan("count") { _ in } }.onStop { _ in throw OutOfChange() }
      }
      try await container.start()
      #expect(
        tracer.paths == [
          "start Container / create Till", "start Container / start Till / count", "start Container / start Till",
          "start Container",
        ])
      tracer.clearAll()
      await #expect(throws: LifecycleError.self) { try await container.stop() }
      #expect(tracer.paths == ["stop Container / stop Till", "stop Container"])
      #expect(tracer.finishedSpans.map { $0.errors.count } == [1, 1])
    }

    @Test func `what has no span of its own is part of the span around it`() throws {
      let tracer = InMemoryTracer()
      let observer = TracingObserver(tracer: tracer) { _, subject in subject.scope == .singleton }
      let container = try Container(observers: [observer]) {
        Bind(Till.init).in(.singleton)
        Bind(Desk.init)
        Bind(Shop.init).in(.singleton)
      }
      _ = try container.resolve(Shop.self)
      #expect(tracer.paths == ["create Shop / create Till", "create Shop"])
    }

    @Test func `without a tracer the current one is used`() throws {
      let tracer = InMemoryTracer()
      let container = try Container(observers: [TracingObserver()]) { Bind(Till.init) }
      _ = try withTracer(tracer) { try container.resolve(Till.self) }
      #expect(tracer.paths == ["create Till"])
    }
  }
#endif
