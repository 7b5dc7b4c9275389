// SPDX-License-Identifier: Apache-2.0
import Testing

import Dovetail
import CoreTestSupport
import TestSupport

/// A value whose `onCreate` throws is made and handed to nobody: its bind closes it at once.
@Suite struct UnfinishedValueTests {
  private let log = Log()

  private func failing(_ bind: Bind<Road>) -> Bind<Road> {
    bind.onCreate { _ in throw Breakdown() }.onClose { [log] in log.add("closed \($0.name)") }
  }

  @Test func `a singleton whose onCreate throws is closed for every try, and not again with the container`() throws {
    let container = try Container { failing(Bind { Road() }).in(.singleton) }
    for _ in 1...2 { #expect(failure { try container.resolve(Road.self) }.hasPrefix("[failed-factory]")) }
    #expect(log.lines == ["closed Route 66", "closed Route 66"])
    try container.close()
    #expect(log.lines.count == 2)
  }

  @Test func `a scoped value whose onCreate throws is closed at once, and not again with the scope`() throws {
    let container = try Container { failing(Bind { Road() }).in(.scoped(Yard.self)) }
    try container.withScope(Yard.self) { scope in
      #expect(failure { try scope.resolve(Road.self) }.hasPrefix("[failed-factory]"))
      #expect(log.lines == ["closed Route 66"])
    }
    #expect(log.lines.count == 1)
  }

  @Test func `a value whose property cannot be set is closed, too`() throws {
    final class House: @unchecked Sendable { var road: Road? }
    let container = try Container { [log] in
      Bind { House() }.require(\.road).in(.singleton).onClose { _ in log.add("closed") }
      Bind { () throws -> Road in throw Breakdown() }
    }
    #expect(failure { try container.resolve(House.self) }.hasSuffix("House -> Road"))
    #expect(log.lines == ["closed"])
  }

  @Test func `values of asynchronous binds are closed by awaiting before the request fails`() async throws {
    let container = try Container { [log] in
      Bind { () async in Road() }.in(.singleton).onCreate { _ in throw Breakdown() }
        .onClose { road async in log.add("awaited \(road.name)") }
      Bind { () async in Road(name: "A1") }.named("yard").in(.scoped(Yard.self)).onCreate { _ in throw Breakdown() }
        .onClose { road async in log.add("awaited \(road.name)") }
    }
    await #expect(throws: ResolutionError.self) { try await container.resolve(Road.self) }
    #expect(log.lines == ["awaited Route 66"])
    try await container.withScope(Yard.self) { scope in
      await #expect(throws: ResolutionError.self) { try await scope.resolve(Road.self, named: "yard") }
      #expect(log.lines == ["awaited Route 66", "awaited A1"])
    }
    try await container.close()
    #expect(log.lines.count == 2)
  }

  @Test func `what has to be awaited closes with the owner when the build cannot await`() async throws {
    let container = try Container { [log] in
      Bind { Road() }.in(.singleton).onCreate { _ in throw Breakdown() }.onClose { road async in log.add("awaited \(road.name)") }
    }
    #expect(failure { try withoutAwaiting { try container.resolve(Road.self) } }.hasPrefix("[failed-factory]"))
    #expect(log.lines.isEmpty)
    try await container.close()
    #expect(log.lines == ["awaited Route 66"])
  }

  @Test func `what fails when it closes is in the error`() throws {
    let container = try Container {
      Bind { Road() }.in(.singleton).onCreate { _ in throw Breakdown("no asphalt") }.onClose { _ in throw Breakdown("no bin") }
    }
    let error = #expect(throws: ResolutionError.self) { try container.resolve(Road.self) }
    #expect(error?.summary == "[failed-factory] the factory of 'Road' threw: Breakdown(reason: \"no asphalt\")\nRoad")
    #expect(error?.diagnostic.notes.map { $0.hasSuffix(": Breakdown(reason: \"no bin\")") } == [true])
  }

  @Test func `an extension that throws when it sets the needs has the value closed`() throws {
    struct Refusing: Extension {
      func setNeeds(of object: Any, _ request: Interception, next: () throws -> Void) throws { throw Breakdown() }
    }
    let container = try Container(extensions: [Refusing()]) { [log] in
      Bind { Road() }.in(.singleton).onClose { _ in log.add("closed") }
    }
    #expect(failure { try container.resolve(Road.self) }.hasPrefix("[failed-factory]"))
    #expect(log.lines == ["closed"])
  }

  @Test func `an extension is given what onCreate threw, and may answer it`() throws {
    struct Forgiving: Extension {
      func setNeeds(of object: Any, _ request: Interception, next: () throws -> Void) throws {
        do { try next() } catch let error as Breakdown where error.reason == "no asphalt" {}
      }
    }
    let container = try Container(extensions: [Forgiving()]) {
      Bind { Road() }.onCreate { _ in throw Breakdown("no asphalt") }
      Bind { 1 }.onCreate { _ in throw Breakdown("no number") }
    }
    #expect(try container.resolve(Road.self).name == Road().name)
    #expect(
      failure { try container.resolve(Int.self) } == """
        [failed-factory] the factory of 'Int' threw: Breakdown(reason: "no number")
        Int
        """)
  }
}
