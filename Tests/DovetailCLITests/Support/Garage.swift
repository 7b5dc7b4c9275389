// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailInspection
internal import Foundation

// A garage before and after a change. Nothing is ever built.

protocol Engine: Sendable {}
struct HybridEngine: Engine { init(meter: Meter) {} }
struct Meter {}
struct Wheel {}
final class Radio: Sendable {}
final class Garage: Sendable { init(car: Car, truck: Truck) {} }
final class Car: Sendable { init(engine: any Engine, wheel: Provider<Wheel>, spare: Wheel) {} }
final class Truck: Sendable { init(engine: any Engine, wheel: Provider<Wheel>) {} }
final class Bench: Sendable { init(ticket: Ticket) {} }
final class Ticket: Sendable {}
enum Workshop: ScopeKind { typealias Input = Inputs<Int> }

#sourceLocation(file:"OldModule.swift",line:1)
struct OldModule: Module {
  var bindings: Bindings {
    Bind(Garage.init).in(.singleton)
    Bind(Car.init).needs(Wheel.self, named: "spare")
    Bind(Truck.init)
    Bind((any Engine).self, HybridEngine.init)
    Bind(Meter.init).private
    Bind(Wheel.init)
    Bind(Wheel.init).named("spare")
    Bind(Radio.init).in(.singleton)
    Bind(Radio.init).named("|`<script>\"]-->")
  }
}

#sourceLocation(file:"NewModule.swift",line:1)
struct NewModule: Module {
  var bindings: Bindings {
    Bind(Garage.init).in(.singleton)
    Bind { (engine: any Engine, wheel: Provider<Wheel>, radio: Radio) in Car(engine: engine, wheel: wheel, spare: wheel()) }
    Bind(Truck.init)
    Bind((any Engine).self, HybridEngine.init).in(.singleton)
    Bind(Wheel.init)
    Bind(Radio.init).in(.weak)
    Include(WorkshopModule())
  }
}

struct WorkshopModule: Module {
  var bindings: Bindings {
    Bind(Bench.init).in(.singleton)
    Bind(Ticket.init).in(.scoped(Workshop.self))
  }
}
#sourceLocation()

/// A folder with graph files, which is removed with the value.
final class Folder {
  let path = FileManager.default.temporaryDirectory.appending(path: "dovetail-\(UUID().uuidString)").path

  init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The garage before the change.
  func old() throws -> String { try write(OldModule(), to: "old.json") }

  /// The garage after it, with an error and a warning.
  func new() throws -> String { try write(NewModule(), to: "new.json") }

  private func write(_ module: some Module, to name: String) throws -> String {
    let draft = Container.draft(of: [module], roots: [Root(Garage.self)])
    try GraphFile(draft.graph, report: draft.report).write(to: "\(path)/\(name)")
    return "\(path)/\(name)"
  }

  /// A file with some text.
  func file(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
    return "\(path)/\(name)"
  }

  /// What is in the folder, sorted.
  var content: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }
}
