// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

/// A scope that nobody closed.
@Suite struct DroppedScopeTests {
  private final class Watch: ScopeObserver {
    let findings = Log()
    func observe(_ event: Event) {}
    func observe(opened scope: AnyObject, _ kind: TypeName, at location: Dovetail.SourceLocation) {}
    func observe(_ finding: Diagnostic) { findings.add("\(finding)") }
  }

  private struct Shed: ScopeKind {
    typealias Parent = Yard
  }
  private struct Jam: Error {}

  private let watch = Watch()
  private let closed = Log()

  private func yard() throws -> Container {
    try Container(observers: [watch]) {
      #sourceLocation(file:"Yard.swift",line:1)
      Bind { Road() }.in(.scoped(Yard.self)).onClose { [closed] _ in closed.add("road") }
      Bind { Wheel() }.in(.scoped(Yard.self))
      #sourceLocation()
    }
  }

  @Test func `a scope that is dropped with something to close is a finding with the place where it was opened`() throws {
    let container = try yard()
    do {
      #sourceLocation(file:"Program.swift",line:7)
      let scope = try container.openScope(Yard.self)
      #sourceLocation()
      _ = try scope.resolve(Road.self)
      _ = try scope.resolve(Wheel.self)
    }
    #expect(
      watch.findings.lines == [
        """
        warning: [scope-left-open] the scope 'Yard' was dropped and not closed: its values stay until the container closes
          Program.swift:7:42
          not closed: 'Road' (Yard.swift:1:12)
          help: close it with try await close(), or open it with withScope(…) { scope in … }
        """
      ])
    #expect(closed.lines == [])
    try container.close()
    #expect(closed.lines == ["road"])
  }

  @Test func `a scope that a factory has opened and dropped is a finding with its place, too`() throws {
    let container = try Container(observers: [watch]) { [closed] in
      Bind { Road() }.in(.scoped(Yard.self)).onClose { _ in closed.add("road") }
      Bind { (resolver: any Resolver) in
        #sourceLocation(file:"Factory.swift",line:3)
        let yard = try resolver.openScope(Yard.self)
        #sourceLocation()
        return try yard.resolve(Road.self).name
      }
    }
    _ = try container.resolve(String.self)
    let opener = try container.resolve(ScopeOpener<Yard, Road>.self)
    #sourceLocation(file:"Opener.swift",line:9)
    _ = try opener.open()
    #sourceLocation()
    #expect(watch.findings.lines.map { $0.split(separator: "\n")[1] } == ["  Factory.swift:3:42", "  Opener.swift:9:24"])
  }

  @Test func `scopes that are dropped close with what they were opened in, each in its place`() async throws {
    struct Number: Sendable, CustomStringConvertible { let description: String }
    let container = try Container(observers: [watch]) { [closed] in
      Bind { Road() }.in(.singleton).onClose { _ in closed.add("container") }
      Bind { (_: Road) in Number(description: "yard") }.in(.scoped(Yard.self)).onClose { closed.add("\($0)") }
      Bind { (_: Number) in Wheel() }.in(.scoped(Shed.self)).onClose { _ async in closed.add("shed") }
    }
    func use(droppingShed: Bool) throws -> (OpenScope, OpenScope?) {
      let yard = try container.openScope(Yard.self)
      let shed = try yard.openScope(Shed.self)
      _ = try shed.resolve(Wheel.self)
      return (yard, droppingShed ? nil : shed)
    }
    let shed =
      "warning: [scope-left-open] the scope 'DroppedScopeTests.Shed' was dropped and not closed: its values stay until the scope 'Yard' closes"
    let first = try use(droppingShed: false)
    _ = try use(droppingShed: true)
    let last = try use(droppingShed: true)
    #expect(
      watch.findings.lines.map { String($0.prefix { $0 != "\n" }) } == [
        shed,
        "warning: [scope-left-open] the scope 'Yard' was dropped and not closed: its values stay until the container closes",
        shed,
      ])
    let closeNow: () throws -> Void = { try container.close() }
    #expect(throws: CloseError.self) { try closeNow() }
    #expect(closed.lines == [])
    try await container.close()
    #expect(closed.lines == ["shed", "yard", "shed", "yard", "shed", "yard", "container"])
    withExtendedLifetime((first, last)) {}
  }

  @Test func `a scope that has nothing to close itself is dropped with what was dropped inside it`() throws {
    let container = try Container(observers: [watch]) { [closed] in
      Bind { Road() }.in(.scoped(Shed.self)).onClose { _ in closed.add("shed") }
      Bind { Wheel() }.in(.scoped(Yard.self))
    }
    do {
      let yard = try container.openScope(Yard.self)
      _ = try yard.resolve(Wheel.self)
      _ = try yard.openScope(Shed.self).resolve(Road.self)
    }
    #expect(
      watch.findings.lines.map { String($0.prefix { $0 != "\n" }) } == [
        "warning: [scope-left-open] the scope 'DroppedScopeTests.Shed' was dropped and not closed: its values stay until the scope 'Yard' closes",
        "warning: [scope-left-open] the scope 'Yard' was dropped and not closed: its values stay until the container closes",
      ])
    try container.close()
    #expect(closed.lines == ["shed"])
  }

  @Test func `a failure of a dropped scope is an error of what it was opened in`() throws {
    let container = try Container(observers: [watch]) {
      #sourceLocation(file:"Yard.swift",line:1)
      Bind { Road() }.in(.scoped(Yard.self)).onClose { _ in throw Jam() }
      #sourceLocation()
    }
    _ = try container.openScope(Yard.self).resolve(Road.self)
    #expect {
      try container.close()
    } throws: {
      "\($0)" == """
        error: [close-failed] the container is closed, but not without errors
          'Road' (Yard.swift:1:12): Jam()
        """
    }
  }

  @Test func `what is dropped while its container waits for a build closes with the container, in its place`() async throws {
    let (isIn, isOut) = (Door(), Door())
    let container = try Container(observers: [watch]) { [closed] in
      Bind { () async in
        isIn.open()
        await isOut.pass()
        return 7
      }.in(.singleton)
      Bind { Wheel() }.in(.singleton).onClose { _ in closed.add("container") }
      Bind { (_: Wheel) in Road() }.in(.scoped(Yard.self)).onClose { _ async throws in
        await Task.yield()
        closed.add("yard")
        throw Jam()
      }
      Bind { (_: Road) in "shed" }.in(.scoped(Shed.self)).onClose { closed.add($0) }
    }
    var yard: OpenScope? = try container.openScope(Yard.self)
    _ = try await yard?.openScope(Shed.self).resolve(String.self)
    var child: Container? = try container.child { [closed] in
      Bind { (_: Wheel) in 8.5 }.in(.singleton).onClose { _ async throws in
        await Task.yield()
        closed.add("child")
        throw Jam()
      }
    }
    _ = try await child?.resolve(Double.self)
    let request = Task { try await container.resolve(Int.self) }
    await isIn.pass()
    let closing = Task { try await container.close() }
    await yield { container.isClosed }
    (yard, child) = (nil, nil)
    isOut.open()
    #expect(await closing.result.summary == "[close-failed] the container\nDouble: Jam()\nRoad: Jam()")
    #expect(closed.lines == ["child", "shed", "yard", "container"])
    _ = await request.result
  }

  @Test func `scopes that are dropped while their container closes lose no hook`() throws {
    for _ in 1...500 {
      let (made, closed) = (Counter(), Counter())
      let container = try Container {
        Bind { () -> Road in
          made.add()
          return Road()
        }.in(.scoped(Yard.self)).onClose { _ in closed.add() }
        Bind { (_: Road) -> Wheel in
          made.add()
          return Wheel()
        }.in(.scoped(Shed.self)).onClose { _ in closed.add() }
      }
      Threads.run(2) { index in
        if index == 0 {
          spin { made.value > 2 }
          // Refused while the other thread builds.
          while !container.isClosed { try? container.close() }
        } else {
          while !container.isClosed { _ = try? container.openScope(Yard.self).openScope(Shed.self).resolve(Wheel.self) }
        }
      }
      try container.close()
      #expect(made.value == closed.value)
    }
  }

  @Test func `a scope with nothing to close may be dropped`() throws {
    let container = try yard()
    _ = try container.openScope(Yard.self).resolve(Wheel.self)
    #expect(watch.findings.lines == [])
  }

  @Test func `a scope that its container closed may be dropped`() async throws {
    let container = try yard()
    let other = try Container(observers: [watch]) { Bind { Road() }.in(.scoped(Yard.self)).onClose { _ in } }
    do {
      let scope = try other.openScope(Yard.self)
      _ = try await scope.resolve(Road.self)
      try await other.close()
    }
    #expect(watch.findings.lines == [])
    withExtendedLifetime(container) {}
  }

  @Test func `a scope that is opened through any resolver has no place`() throws {
    let container = try yard()
    func open(_ resolver: some Resolver) throws { _ = try resolver.openScope(Yard.self).resolve(Road.self) }
    try open(container)
    #expect(watch.findings.lines.count == 1)
    #expect(watch.findings.lines.first?.contains("Program.swift") == false)
  }
}
