// SPDX-License-Identifier: Apache-2.0
import DovetailLifecycle
import Testing

import Dovetail
import CoreTestSupport
import TestSupport

/// Notes the pieces of work, each as the path of pieces around it.
private struct Pieces: EnclosingObserver {
  @TaskLocal static var path = ""

  let name: String
  let log: Log

  init(_ log: Log, name: String = "") {
    self.name = name
    self.log = log
  }

  func observe(_ event: Event) {}

  private func inside(_ activity: Activity, _ subject: Event.Subject) -> String {
    "\(Pieces.path)/\(name)\(activity) \(subject.key)"
  }

  func enclose<Result>(_ activity: Activity, of subject: Event.Subject, _ body: () throws -> Result) rethrows -> Result {
    let path = inside(activity, subject)
    log.add(path)
    return try Pieces.$path.withValue(path) {
      do { return try body() } catch {
        log.add("\(path) throws")
        throw error
      }
    }
  }

  func enclose<Result>(
    _ activity: Activity, of subject: Event.Subject, _ body: () async throws -> Result
  ) async rethrows -> Result {
    let path = inside(activity, subject)
    log.add(path)
    return try await Pieces.$path.withValue(path) {
      do { return try await body() } catch {
        log.add("\(path) throws")
        throw error
      }
    }
  }
}

@Suite struct EnclosingObserverTests {
  @Test func `pieces nest as creations do`() throws {
    let log = Log()
    let container = try Container(observers: [Pieces(log)]) {
      Bind { Road(name: Pieces.path) }.in(.singleton)
      Bind { (road: Road) in Radio(frequency: 7) }
      Bind { (radio: Radio, lazy: Lazy<Road>) throws in Order(number: try lazy.get().name.count) }
    }
    _ = try container.resolve(Order.self)
    #expect(
      log.lines == [
        "/creating Order", "/creating Order/creating Radio", "/creating Order/creating Radio/creating Road",
      ])
    #expect(try container.resolve(Road.self).name == "/creating Order/creating Radio/creating Road")
  }

  @Test func `what suspends is enclosed too, and what it needs`() async throws {
    let log = Log()
    let container = try Container(observers: [Pieces(log)]) {
      Bind { () async in
        await Task.yield()
        return Road(name: Pieces.path)
      }.in(.singleton)
      Bind { (road: Road) in Radio(frequency: 7) }
      Bind { (radio: Radio) async in Order(number: 1) }
      Bind { @MainActor in Wheel() }
    }
    _ = try await container.resolve(Order.self)
    _ = try await container.resolve(Wheel.self)
    // What is shared and awaited comes before those who need it.
    #expect(log.lines == ["/creating Road", "/creating Order", "/creating Order/creating Radio", "/creating Wheel"])
    #expect(try await container.resolve(Road.self).name == "/creating Road")
  }

  @Test func `of several observers the first is outermost`() throws {
    let log = Log()
    let container = try Container(observers: [Pieces(log, name: "a "), RecordingObserver(), Pieces(log, name: "b ")]) {
      Bind(Wheel.init)
    }
    _ = try container.resolve(Wheel.self)
    #expect(log.lines == ["/a creating Wheel", "/a creating Wheel/b creating Wheel"])
  }

  @Test func `a failure leaves every piece that it ends`() async throws {
    let log = Log()
    let container = try Container(observers: [Pieces(log)]) {
      Bind { () throws -> Wheel in throw Breakdown() }
      Bind { (wheel: Wheel) async in Road() }
    }
    _ = try? await container.resolve(Road.self)
    #expect(
      log.lines == [
        "/creating Road", "/creating Road/creating Wheel", "/creating Road/creating Wheel throws", "/creating Road throws",
      ])
  }

  @Test func `hooks are enclosed in the start and the stop of the container`() async throws {
    let log = Log()
    let container = try Container(observers: [Pieces(log)]) {
      Bind { Road() }.in(.singleton).onStart { _ in log.add(Pieces.path) }.onStop { _ in throw Breakdown(Pieces.path) }
    }
    try await container.start()
    let error = await #expect(throws: LifecycleError.self) { try await container.stop() }
    #expect(
      log.lines == [
        "/starting Container", "/starting Container/creating Road", "/starting Container/starting Road",
        "/starting Container/starting Road", "/stopping Container", "/stopping Container/stopping Road",
        "/stopping Container/stopping Road throws", "/stopping Container throws",
      ])
    #expect("\(try #require(error))".contains("Breakdown(reason: \"/stopping Container/stopping Road\")"))
  }

  @Test func `a start that fails is thrown to those around it, once it is rolled back`() async throws {
    let log = Log()
    let container = try Container(observers: [Pieces(log)]) {
      Bind { Road() }.in(.singleton).onStart { _ in throw Breakdown() }
    }
    await #expect(throws: LifecycleError.self) { try await container.start() }
    #expect(
      log.lines == [
        "/starting Container", "/starting Container/creating Road", "/starting Container/starting Road",
        "/starting Container/starting Road throws", "/starting Container throws",
      ])
  }
}
