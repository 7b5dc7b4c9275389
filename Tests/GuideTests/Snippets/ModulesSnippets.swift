// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailProfiles
internal import Testing

struct Mirror: Sendable { let side: String }

enum Modules: Guide {
  static let page = "Guides/Modules"

  struct GarageModule: Module {
    let profile: Profile

    var bindings: Bindings {
      Bind(Garage.init)
      Include(RadioModule(profile: profile))
      Include(WheelModule())
      if profile.name == "test" {
        Bind { Siren(tone: "silent") }
      } else {
        Bind { Siren(tone: "loud") }
      }
      for side in ["left", "right"] {
        Bind { Mirror(side: side) }.named(side)
      }
    }
  }

  struct Garage: Sendable {
    let radio: Radio
    let wheel: Wheel
    let siren: Siren

    init(radio: Radio, wheel: Wheel, siren: Siren) { (self.radio, self.wheel, self.siren) = (radio, wheel, siren) }
  }

  struct Radio: Sendable { let frequency: Double }
  struct Wheel: Sendable { init() {} }
  struct Siren: Sendable { let tone: String }
  struct Tool: Sendable { let name: String }
  struct Toolbox: Sendable { let tools: [Tool] }

  struct WheelModule: Module {
    var bindings: Bindings { Bind(Wheel.init) }
  }

  struct SirenModule: Module {
    var bindings: Bindings { Bind { Siren(tone: "loud") } }
  }

  struct Door: Sendable {
    let outer: Mirror
    let inner: Mirror
  }

  struct DoorModule: Module {
    var bindings: Bindings {
      Bind { Door(outer: $0, inner: $1) }.needs(.left, .right)
    }
  }

  struct WorkshopModule: Module {
    var bindings: Bindings {
      machines
      furniture
    }

    @BindingsBuilder private var machines: Bindings {
      Bind(Drill.init).in(.singleton)
      Bind(Lathe.init).in(.singleton)
    }

    @BindingsBuilder private var furniture: Bindings {
      Bind(Bench.init)
      Bind(Shelf.init)
    }
  }

  struct CatalogueModule: Module {
    var bindings: Bindings {
      var list = Bindings()
      list.add(Bind(Drill.init).in(.singleton))
      list.add(Bind(Lathe.init).in(.singleton))
      list.add { Include(ToolModule()) }
      return list
    }
  }

  struct Drill: Sendable { init() {} }
  struct Lathe: Sendable { init() {} }
  struct Bench: Sendable { init() {} }
  struct Shelf: Sendable { init() {} }

  #sourceLocation(file:"RadioModule.swift",line:1)
  struct RadioModule: ProfiledModule, Equatable {
    static let profiles = [
      Profile("production", ["frequency": 102.8]),
      Profile("test", ["frequncy": 0]),
    ]

    let profile: Profile

    var bindings: Bindings {
      get throws {
        let frequency: Double = try profile["frequency"]
        Bind { Radio(frequency: frequency) }
      }
    }
  }
  #sourceLocation()

  struct ToolModule: Module {
    var bindings: Bindings {
      Bind { Tool(name: "hammer") }.contribute(key: "h")
      Bind { Tool(name: "wrench") }.contribute()
      Bind { (tools: [Tool]) in Toolbox(tools: tools) }
    }
  }

  struct QuietModule: Module {
    var bindings: Bindings {
      Include(SirenModule())
      Decorate(Siren.self) { (inner: Siren) in Siren(tone: "muffled " + inner.tone) }
    }
  }

  @Test static func `modules include each other and choose`() throws {
    let profile = Profile("production", ["frequency": 102.8])
    let container = try Container(GarageModule(profile: profile), DoorModule())
    #expect(try container.resolve(Garage.self).siren.tone == "loud")
    #expect(try container.resolve(Door.self).outer.side == "left")
    #expect(try container.resolve(Door.self).inner.side == "right")
  }

  @Test static func `parts of a module and lists are made of binds`() throws {
    let keys = try [Container(WorkshopModule()), Container(CatalogueModule())].map { container in
      container.graph.bindings.map { "\($0.key)".split(separator: ".").last }
    }
    #expect(keys == [["Drill", "Lathe", "Bench", "Shelf"], ["Drill", "Lathe", "Tool", "Tool", "Toolbox"]])
  }

  static func messages() throws -> [String] {
    let report = Container.check(everyProfileOf: RadioModule.self)
    return [shown(report.errors)]
  }

  @Test static func `contributions come in declared order`() throws {
    let container = try Container(ToolModule())
    #expect(try container.resolve(Toolbox.self).tools.map(\.name) == ["hammer", "wrench"])
    #expect(try container.resolve([String: Tool].self).mapValues(\.name) == ["h": "hammer"])
  }

  static func printed() throws -> [String] {
    let print = Printer()
    let container = try Container(QuietModule())
    let test = try container.rebuilt { Bind { Siren(tone: "beep") } }
    print(try test.resolve(Siren.self).tone)  // muffled beep
    let plugin = try container.child { Bind { Tool(name: "laser") } }
    print(try plugin.resolve(Tool.self).name, try plugin.resolve(Siren.self).tone)  // laser muffled loud
    return print.lines
  }
}

extension Key<Mirror> {
  static var left: Self { Self(named: "left") }
  static var right: Self { Self(named: "right") }
}
