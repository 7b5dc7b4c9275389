// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import TestSupport

private struct Ticket: Sendable {
  let number: Int
}

private enum Job: ScopeKind {
  typealias Input = Inputs<Ticket>
}

private struct Mechanic: Sendable {
  let ticket: Ticket
}

/// Opens a scope for every job, and asks for a mechanic there.
private struct Foreman: Sendable {
  let resolver: any Resolver

  func work(_ number: Int) throws -> Int {
    try resolver.withScope(Job.self, Ticket(number: number)) { try $0.resolve(Mechanic.self).ticket.number }
  }
}

private struct WorkshopModule: Module {
  var hasMechanics = true

  var bindings: Bindings {
    Bind { (resolver: any Resolver) in Foreman(resolver: resolver) }.needs(Provider<Mechanic>.self).in(.singleton)
    if hasMechanics { Bind(Mechanic.init) }
    Opens(Job.self)
  }
}

@Suite struct DeclaredLaterNeedsTests {
  @Test func `who opens scopes declares what it asks for in them`() throws {
    #expect(Container.check(WorkshopModule(), roots: [Root(Foreman.self)]).diagnostics.isEmpty)
    #expect(try Container(WorkshopModule()).resolve(Foreman.self).work(7) == 7)
  }

  @Test func `and what is declared so has to be bound`() {
    let report = Container.check(WorkshopModule(hasMechanics: false))
    #expect(report.diagnostics.map(\.message) == ["nothing is bound for 'Mechanic'"])
  }
}
