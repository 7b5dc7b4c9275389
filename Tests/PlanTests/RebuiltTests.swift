// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

private struct RadioModule: Module {
  var bindings: Bindings {
    Bind { Radio(frequency: 102.8) }
    Bind { "radio" }.contribute()
  }
}

private struct CarModule: Module {
  var bindings: Bindings {
    Bind(Car.init).in(.singleton)
    Bind((any Engine).self, HybridEngine.init)
    Bind(Wheel.init)
    Include(RadioModule())
    Bind { (radio: Radio?) in radio == nil ? "silent" : "loud" }
  }
}

private struct FakeModule: Module {
  var bindings: Bindings {
    Bind((any Engine).self) { (power: Int) in FakeEngine(power: power) }
    Bind { 1 }.private
  }
}

private struct FakeEngine: Engine {
  let power: Int
  let label = "fake"
}

@Suite struct RebuiltTests {
  private let original: Container

  init() throws { original = try Container(CarModule()) }

  @Test func `an overriding copy builds everything anew, from the replacement`() throws {
    let car = try original.resolve(Car.self)
    let copy = try original.rebuilt(overriding: FakeModule())
    let copied = try copy.resolve(Car.self)
    #expect(copied.engine.label == "fake")
    #expect(copied !== car)
    #expect(try original.resolve(Car.self) === car)
    #expect(car.engine.label == "hybrid")
  }

  @Test func `overrides may be written in place, and be instances`() throws {
    let copy = try original.rebuilt { Bind(instance: Radio(frequency: 1)) }
    #expect(try copy.resolve(Radio.self).frequency == 1)
  }

  @Test func `a copy of a copy overrides the override`() throws {
    let copy = try original.rebuilt { Bind { Radio(frequency: 1) } }.rebuilt { Bind { Radio(frequency: 2) } }
    #expect(try copy.resolve(Radio.self).frequency == 2)
    let again = try copy.rebuilt {}
    #expect(try again.resolve(Radio.self).frequency == 2)
  }

  @Test func `an override may change the scope, and more parts may join a collection`() throws {
    let copy = try original.rebuilt {
      Bind(Wheel.init).in(.singleton)
      Bind { "fake" }.contribute()
    }
    #expect(try copy.resolve(Wheel.self) === copy.resolve(Wheel.self))
    #expect(try copy.resolve([String].self) == ["radio", "fake"])
  }

  @Test func `an override that replaces nothing is a finding`() {
    let error = #expect(throws: GraphError.self) { try original.rebuilt { Bind { Road() } } }
    #expect(error?.report.errors.map(\.id) == [.nothingToOverride], "\(error?.description ?? "")")
  }

  @Test func `a module is removed wherever it is included`() throws {
    let copy = try original.rebuilt(removing: RadioModule.self)
    #expect(try copy.resolve(String.self) == "silent")
    #expect(try copy.resolveIfBound([String].self) == nil)
    #expect(try original.resolve(String.self) == "loud")
  }

  @Test func `removing what is needed, or what is not there, is a finding`() throws {
    let needing = try Container(CarModule(), InlineModule { Bind { (radio: Radio) in radio.frequency } })
    let needed = #expect(throws: GraphError.self) { try needing.rebuilt(removing: RadioModule.self) }
    #expect(needed?.report.errors.map(\.id) == [.missingBinding])
    let absent = #expect(throws: GraphError.self) { try original.rebuilt(removing: FakeModule.self) }
    #expect(
      absent?.report.errors.map(\.message) == ["no module 'FakeModule' is there to be removed"], "\(absent?.description ?? "")")
  }

  @Test func `a copy of a child stays a child of the same parent`() throws {
    let parent = try Container { Bind(Wheel.init).in(.singleton) }
    let child = try parent.child { Bind { Road(name: "old") } }
    let copy = try child.rebuilt { Bind { Road(name: "new") } }
    #expect(try copy.resolve(Wheel.self) === parent.resolve(Wheel.self))
    #expect(try copy.resolve(Road.self).name == "new")
  }

  @Test func `a copy of a closed container is open`() throws {
    try original.close()
    #expect(try original.rebuilt {}.resolve(Radio.self).frequency == 102.8)
  }

  @Test func `a module that was removed is added again, and everything sees it`() throws {
    let silent = try original.rebuilt(removing: RadioModule.self)
    let again = try silent.rebuilt(adding: RadioModule())
    #expect(try again.resolve(String.self) == "loud")
    #expect(again.graph.modules.map(\.name.description) == ["CarModule", "RadioModule"])
    #expect(try silent.resolve(String.self) == "silent")
    // One that was listed comes back as what is given now.
    struct RoadModule: Module, Equatable {
      let name: String
      var bindings: Bindings { Bind { [name] in Road(name: name) } }
    }
    let renamed = try Container(RoadModule(name: "old")).rebuilt(removing: RoadModule.self).rebuilt(
      adding: RoadModule(name: "new"))
    #expect(try renamed.resolve(Road.self).name == "new")
  }

  @Test func `a module that is added binds nothing that is bound already`() throws {
    let error = #expect(throws: GraphError.self) { try original.rebuilt(adding: InlineModule { Bind(Wheel.init) }) }
    #expect(error?.report.errors.map(\.id) == [.duplicateBinding])
    let more = try original.rebuilt(adding: InlineModule { Bind { Road() } })
    #expect(try more.resolve(Road.self).name == "Route 66")
    // Overrides reach what was added after them, too.
    let tested = try original.rebuilt { Bind { Radio(frequency: 1) } }
      .rebuilt(adding: InlineModule { Bind { (radio: Radio) in Road(name: "\(radio.frequency)") } })
    #expect(try tested.resolve(Road.self).name == "1.0")
  }

  @Test func `what is bound for a key is left out, with its overrides, and may be bound again`() throws {
    let without = try original.rebuilt { Bind { Radio(frequency: 1) } }.rebuilt(unbinding: Radio.self)
    #expect(try without.resolveIfBound(Radio.self) == nil)
    #expect(try without.resolve([String].self) == ["radio"], "a contribution has the key of the collection")
    let again = try without.rebuilt(adding: InlineModule { Bind { Radio(frequency: 2) } })
    #expect(try again.resolve(Radio.self).frequency == 2)
    #expect(try original.rebuilt(unbinding: Key<Road>(), Key<Wheel>(named: "spare")).resolve(Radio.self).frequency == 102.8)
    let needed = #expect(throws: GraphError.self) { try original.rebuilt(unbinding: Wheel.self) }
    #expect(needed?.report.errors.map(\.message) == ["nothing is bound for 'Wheel'"])
    let both = try original.rebuilt(unbinding: Wheel.self, Car.self)
    #expect(try both.resolveIfBound(Wheel.self) == nil)
  }

  @Test func `modules that were removed may override again`() throws {
    let faked = try original.rebuilt(overriding: FakeModule())
    let real = try faked.rebuilt(removing: FakeModule.self)
    #expect(try real.resolve((any Engine).self).label != "fake")
    #expect(try real.rebuilt(overriding: FakeModule()).resolve((any Engine).self).label == "fake")
  }

  @Test func `the defaults of arguments are left out with their binding`() throws {
    let container = try Container {
      Bind { "\($0 as Int)" }.arguments(defaults: 1)
      DefaultArgument(0, of: String.self, 2)
    }
    let without = try container.rebuilt(unbinding: String.self)
    #expect(try without.resolveIfBound(String.self) == nil)
    #expect(try without.rebuilt(adding: InlineModule { Bind { "new" } }).resolve(String.self) == "new")
  }

  @Test func `what a parent binds is not left out of its child`() throws {
    let child = try original.child { Bind { Road() } }.rebuilt(unbinding: Radio.self, Road.self)
    #expect(try child.resolve(Radio.self).frequency == 102.8)
    #expect(try child.resolveIfBound(Road.self) == nil)
  }
}
