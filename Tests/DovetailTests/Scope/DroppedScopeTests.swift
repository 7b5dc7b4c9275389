// SPDX-License-Identifier: Apache-2.0
@testable import Dovetail
import Testing
import TestSupport

/// A scope that nobody closed.
@Suite struct DroppedScopeTests {
  private final class Watch: ScopeObserver {
    let findings = Log()
    func observe(_ event: Event) {}
    func observe(opened scope: AnyObject, _ kind: TypeName, at location: Dovetail.SourceLocation) {}
    func observe(_ finding: Diagnostic) { findings.add("\(finding)") }
  }

  private let watch = Watch()

  private func yard() throws -> Container {
    try Container(observers: [watch]) {
      #sourceLocation(file:"Yard.swift",line:1)
      Bind { Road() }.in(.scoped(Yard.self)).onClose { _ in Issue.record("the scope was dropped") }
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
        warning: [scope-left-open] the scope 'Yard' was dropped and not closed: what closes its values never runs
          Program.swift:7:42
          not closed: 'Road' (Yard.swift:1:12)
          help: close it with try await close(), or open it with withScope(…) { scope in … }
        """
      ])
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
