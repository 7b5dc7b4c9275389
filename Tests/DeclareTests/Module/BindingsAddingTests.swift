// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

private struct Unreadable: Error {}

private struct BuiltModule: Module {
  var bindings: Bindings {
    Bind(Wheel.init).in(.singleton)
    Bind { Radio(frequency: 98.5) }.named("loud")
    Bind((any Engine).self) { DieselEngine() }
  }
}

private struct AddingModule: Module {
  var bindings: Bindings {
    var parts = Bindings()
    parts.add(Bind(Wheel.init).in(.singleton))
    parts.add(Bind { Radio(frequency: 98.5) }.named("loud"))
    parts.add(Bind((any Engine).self) { DieselEngine() })
    return parts
  }
}

private struct ListModule: Module {
  let bindings: Bindings
}

@Suite struct `Binds that are added one by one` {
  private static func facts(_ module: some Module) throws -> [String] {
    try Container(module).graph.bindings.map { "\($0.key) \($0.scope)" }
  }

  @Test func `are what a builder makes of the same binds`() throws {
    #expect(try Self.facts(AddingModule()) == Self.facts(BuiltModule()))
    #expect(try Self.facts(AddingModule()).count == 3)
  }

  @Test func `stand in one list with whatever a builder takes`() throws {
    var parts = Bindings()
    parts.add(Bind { "first" }.contribute())
    parts.add {
      Bind { "second" }.contribute()
      Include(BuiltModule())
      Decorate(Radio.self) { (inner: Radio) in Radio(frequency: inner.frequency + 1) }.named("loud")
    }
    parts.add(Bind { "third" }.contribute())
    let container = try Container(ListModule(bindings: parts))
    #expect(try container.resolve([String].self) == ["first", "second", "third"])
    #expect(try container.resolve(Radio.self, named: "loud").frequency == 99.5)
  }

  @Test func `leave copies of the list as they were`() throws {
    var one = Bindings()
    one.add(Bind { 1 }.named("one"))
    var other = one
    one.add(Bind { 2 }.named("two"))
    other.add(Bind { 3 }.named("three"))
    #expect(try Self.facts(ListModule(bindings: one)) == ["Int named \"one\" transient", "Int named \"two\" transient"])
    #expect(try Self.facts(ListModule(bindings: other)) == ["Int named \"one\" transient", "Int named \"three\" transient"])
  }

  @Test func `hand on what their builder throws`() {
    var parts = Bindings()
    #expect(throws: Unreadable.self) {
      try parts.add { throw Unreadable() }
    }
  }

  @Test func `are none in a new list`() throws {
    #expect(try Self.facts(ListModule(bindings: Bindings())).isEmpty)
  }
}
