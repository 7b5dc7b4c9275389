// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

enum IsolationAndSendable: Guide {
  static let page = "Guides/IsolationAndSendable"

  #sourceLocation(file:"CarModule.swift",line:1)
  final class Radio: Sendable {
    let frequency = 99.5

    init() {}
  }

  @MainActor final class Dashboard {
    let radio: Radio

    init(radio: Radio) { self.radio = radio }
  }

  struct CarModule: Module {
    var bindings: Bindings {
      Bind(Radio.init).in(.singleton)
      Bind(Dashboard.init).in(.singleton)
    }
  }
  #sourceLocation()

  @MainActor final class Coordinator {
    let newDashboard: @MainActor () -> Dashboard

    init(newDashboard: @escaping @MainActor () -> Dashboard) { self.newDashboard = newDashboard }
  }

  @globalActor actor Workshop {
    static let shared = Workshop()
  }

  @Workshop final class Index {
    let radio: Radio

    init(radio: Radio) { self.radio = radio }
  }

  actor Archive {
    let radio: Radio

    init(radio: Radio) { self.radio = radio }
  }

  struct WorkshopModule: Module {
    var bindings: Bindings {
      Include(CarModule())
      Bind(Archive.init).in(.singleton)
      Bind(Index.init).in(.singleton)
    }
  }

  final class Draft {
    var text = ""

    init(radio: Radio) {}
  }

  struct DeskModule: Module {
    var bindings: Bindings {
      Include(CarModule())
      Bind(Draft.init)
    }
  }

  static func printed() async throws -> [String] {
    let print = Printer()
    let container = try Container(CarModule())
    let dashboard = try await container.resolve(Dashboard.self)
    print(dashboard.radio.frequency)  // 99.5
    @MainActor func show(_ container: Container) throws -> Double {
      try container.resolve(Dashboard.self).radio.frequency
    }
    print(try await show(Container(CarModule())))  // 99.5
    @MainActor func open(_ container: Container) throws -> Dashboard {
      try container.resolve(Coordinator.self).newDashboard()
    }
    let coordinated = try container.child { Bind(Coordinator.init) }
    print(try await open(coordinated) === dashboard)  // true
    let workshop = try Container(WorkshopModule())
    let archive = try await workshop.resolve(Archive.self)
    let index = try await workshop.resolve(Index.self)
    print(archive.radio === index.radio)  // true
    let draft = try await Container(DeskModule()).resolve(Draft.self)
    draft.text = "for this task only"
    print(draft.text)  // for this task only
    return print.lines
  }

  static func messages() async throws -> [String] {
    do {
      func peek(_ container: Container) throws -> Dashboard { try container.resolve(Dashboard.self) }
      _ = try peek(Container(CarModule()))
    } catch let error as ResolutionError { return [shown("\(error)")] }
    return []
  }
}
