// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailInspection
internal import DovetailNames

// The garage: the modules that all files of these tests are about. Nothing is ever built.

protocol Engine: Sendable {}
struct HybridEngine: Engine {}
struct Meter {}
struct MeteredEngine: Engine { init(inner: any Engine, meter: Meter) {} }
struct Wheel {}
struct Radio {}
final class Car: Sendable {
  init(engine: any Engine, wheel: Provider<Wheel>, spare: Wheel, radio: Radio?, stickers: [Sticker]) {}
}
struct Sticker {}
struct Ticket: Sendable { init(order: Order, car: @escaping () -> Car) {} }
final class Order: Sendable {}
final class Bench: Sendable { init(ticket: Ticket) {} }
enum Workshop: ScopeKind { typealias Input = Inputs<Order> }

enum First { struct Part: Sendable {} }
enum Second { struct Part: Sendable {} }

#sourceLocation(file:"GarageModule.swift",line:1)
struct GarageModule: Module {
  var bindings: Bindings {
    Bind(Car.init).in(.singleton).needs(Wheel.self, named: "spare")
    Bind((any Engine).self, HybridEngine.init)
    Decorate((any Engine).self) { (inner: any Engine, meter: Meter) in MeteredEngine(inner: inner, meter: meter) }
    Bind(Meter.init).private
    Bind(Wheel.init)
    Bind(Wheel.init).named("spare")
    Bind { Sticker() }.contribute()
    Bind { Sticker() }.contribute(key: "<script>\"]-->")
    Include(WorkshopModule())
  }
}

struct WorkshopModule: Module {
  var bindings: Bindings {
    Bind(Ticket.init).in(.scoped(Workshop.self))
    Bind(First.Part.init)
    Bind(Second.Part.init).in(.singleton)
    Bind(Bench.self) { (resolver: any Resolver) in Bench(ticket: try resolver.resolve()) }
    NamedBind("jack", needs: ["jackHandle"]) { _ in "jack" }
    NamedBind("jackHandle") { _ in "handle" }
  }
}

/// What is wrong with it: a bench that keeps a ticket of the workshop, two that need each other, and a radio that nobody binds.
struct WrongModule: Module {
  var bindings: Bindings {
    Bind { (ticket: Ticket) in Bench(ticket: ticket) }.in(.singleton)
    Bind { (radio: Radio) in Wheel() }
    Include(GarageModule())
  }
}
#sourceLocation()

extension GraphFile {
  /// The graph of modules and its findings.
  init(of modules: any Module..., roots: [Root] = []) {
    let draft = Container.draft(of: modules, roots: roots)
    self.init(draft.graph, report: draft.report)
  }
}
