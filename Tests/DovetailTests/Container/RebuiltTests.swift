// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing

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
}
