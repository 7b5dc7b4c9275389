// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

private struct Entry: Sendable, Equatable {
  let text: String
  init(_ text: String) { self.text = text }
}

private struct Slow: Module {
  var bindings: Bindings { Bind { 1 } }
}

private struct Fast: Module {
  var bindings: Bindings { Bind { 2 } }
}

private struct Calendar: Module, Hashable {
  let name: String
  var bindings: Bindings {
    Bind { (clock: Entry) in clock.text }.named(name)
    Bind { Entry("real") }.private
  }
}

/// Overrides meet the layers of copies, children, and the parts of collections.
@Suite struct LayerMeetingTests {
  @Test func `a child replaces a part of its parent, and takes the scope of a bind, also when the parent is a copy`() throws {
    let parent = try Container {
      Bind { "real" }.contribute(key: "a")
      Bind { Wheel() }
    }.rebuilt {
      Bind { "fake" }.contribute(key: "a").override
      Bind { Wheel() }.in(.singleton)
    }
    let child = try parent.child {
      Bind { "child" }.contribute(key: "a").override
      Bind { Wheel() }.override
    }
    #expect(try child.resolve([String: String].self) == ["a": "child"])
    #expect(try parent.resolve([String: String].self) == ["a": "fake"])
    #expect(try child.resolve(Wheel.self) === child.resolve(Wheel.self))
    #expect(try child.resolve(Wheel.self) !== parent.resolve(Wheel.self))
  }

  private struct Real: Module {
    var bindings: Bindings { Bind { "real" }.contribute(to: Entry.self, key: "k") { Entry($0) } }
  }

  private struct Fake: Module {
    var bindings: Bindings { Bind { "fake" }.override.contribute(to: Entry.self, key: "k") { Entry($0) } }
  }

  @Test func `the part of an override takes the place of the other one, whichever is listed first`() throws {
    for modules: [any Module] in [[Real(), Fake()], [Fake(), Real()]] {
      let container = try Container(modules[0], modules[1])
      #expect(try container.resolve([Entry].self) == [Entry("fake")])
      #expect(try container.resolve([String: Entry].self) == ["k": Entry("fake")])
    }
  }

  @Test func `the part of an override replaces no part that only takes the same type`() throws {
    let container = try Container {
      Bind { 7 }
      Bind(Entry.self) { (number: Int) in Entry("made with \(number)") }.contribute()
    }.rebuilt { Bind { 8 }.contribute(to: Entry.self) { Entry("\($0)") } }
    #expect(try container.resolve([Entry].self) == [Entry("made with 8"), Entry("8")])
  }

  @Test func `the part of an override that replaces none stands where it is listed`() throws {
    let container = try Container {
      Bind { 7 }
      Bind { "seven" }.contribute(to: Entry.self) { Entry($0) }
    }.rebuilt {
      Bind { 8 }.contribute(to: Entry.self) { Entry("\($0)") }
      Bind { Entry("last") }.contribute()
      Bind { "eight" }.contribute(to: Entry.self) { Entry($0) }
    }
    #expect(try container.resolve([Entry].self) == [Entry("eight"), Entry("8"), Entry("last")])
  }

  @Test func `what is left out leaves no part behind in another collection`() throws {
    let container = try Container {
      Bind { 7 }.contribute(to: Entry.self) { Entry("\($0)") }
      Bind { "seven" }.contribute(to: Entry.self) { Entry($0) }
    }.rebuilt(unbinding: Int.self)
    #expect(try container.resolve([Entry].self) == [Entry("seven")])
  }

  @Test func `a module that overrides again wins again`() throws {
    let container = try Container { Bind { 0 } }
      .rebuilt(overriding: Slow()).rebuilt(overriding: Fast()).rebuilt(overriding: Slow())
    #expect(try container.resolve(Int.self) == 1)
  }

  @Test func `a module that is there already overrides nothing, and a finding says so`() {
    let error = #expect(throws: GraphError.self) { try Container(Slow()).rebuilt(overriding: Slow()) }
    #expect(
      error?.report.diagnostics.map { "\($0.id): \($0.message); help: \($0.help ?? "")" } == [
        """
        nothing-to-override: the module 'Slow' overrides nothing: an equal one is there already; \
        help: leave it out, or override with a module that is not equal: equal ones are read once
        """
      ])
  }

  private struct Inside: Module {
    var bindings: Bindings { Bind { Entry("fake") }.override(in: Calendar.self) }
  }

  private struct Around: Module {
    var bindings: Bindings { Inside() }
  }

  @Test func `a module that is listed twice to override counts once`() throws {
    let container = try Container(Calendar(name: "a")).rebuilt(overriding: Around(), Inside(), Around())
    #expect(try container.resolve(String.self, named: "a") == "fake")
  }

  @Test func `the override of what a module keeps private reaches a module of its type that is added later`() throws {
    let container = try Container(Calendar(name: "a")).rebuilt { Bind { Entry("fake") }.override(in: Calendar.self) }
      .rebuilt(adding: Calendar(name: "b"))
    #expect(try container.resolve(String.self, named: "a") == "fake")
    #expect(try container.resolve(String.self, named: "b") == "fake")
  }

  @Test func `such an override is left out with what it replaces, and leaves alone what a later layer brings`() throws {
    let fake = try Container(Calendar(name: "a")).rebuilt { Bind { Entry("fake") }.override(in: Calendar.self) }
    let bare = try fake.rebuilt(unbinding: Key<Entry>(), Key<String>(named: "a")).rebuilt(adding: Calendar(name: "b"))
    #expect(try bare.resolve(String.self, named: "b") == "real")
    let base = try Container {
      Bind { "" }.named("b")
      Calendar(name: "c")
    }
    let later = try base.rebuilt { Bind { Entry("fake") }.override(in: Calendar.self) }.rebuilt(overriding: Calendar(name: "b"))
    #expect(try later.resolve(String.self, named: "b") == "real")
    #expect(try later.resolve(String.self, named: "c") == "fake")
  }

  @Test func `a default of a child for what its parent binds is an error, also when the parent is a copy`() throws {
    let parent = try Container { Bind { "\($0 as Int)" }.arguments(defaults: 1) }.rebuilt { Bind { "fixed" } }
    let error = #expect(throws: GraphError.self) { try parent.child { DefaultArgument(0, of: String.self, 5) } }
    #expect(
      error?.report.diagnostics.map(\.message) == ["argument 0 of 'String' belongs to the container that this one is made over"])
  }

  @Test func `a copy replaces the default of an argument, or the bind that has one`() throws {
    let container = try Container {
      Bind { "\($0 as String) \($1 as Int)" }.arguments(defaults: "black", 2)
      DefaultArgument(1, of: String.self, 3)
    }
    #expect(try container.resolve(String.self) == "black 3")
    #expect(try container.rebuilt { DefaultArgument(1, of: String.self, 9) }.resolve(String.self) == "black 9")
    #expect(try container.rebuilt { Bind { "test" } }.resolve(String.self) == "test")
    let other = try container.rebuilt { Bind { "\($0 as String) \($1 as Int)" }.arguments(defaults: "fake", 1) }
    #expect(try other.resolve(String.self) == "fake 1", "the earlier default is about what is replaced")
    #expect(try container.rebuilt { Bind { "\($0 as String)" }.arguments(defaults: "fake") }.resolve(String.self) == "fake")
  }

  @Test func `a copy of a child replaces the part that the child has in the place of its parent's`() throws {
    let parent = try Container { Bind { "real" }.contribute(to: Entry.self, key: "k") { Entry($0) } }
    let child = try parent.child { Bind { "child" }.override.contribute(to: Entry.self, key: "k") { Entry($0) } }
    let fake = try child.rebuilt { Bind { "fake" }.contribute(to: Entry.self, key: "k") { Entry($0) } }
    #expect(try fake.resolve([String: Entry].self).mapValues(\.text) == ["k": "fake"])
    #expect(try child.resolve([String: Entry].self).mapValues(\.text) == ["k": "child"])
  }

  @Test func `a collection inside of another form is named with others, whatever the order of modifiers`() throws {
    let container = try Container {
      Bind { Entry("late") }.named("night").contribute()
      Bind { (entries: Provider<[Entry]>) in entries().count }.needs([Entry].self, named: "night")
      Bind { (entries: @escaping @Sendable () -> [Entry]) in "\(entries().count)" }
        .allowEmpty([Entry].self).needs([Entry].self, named: "night")
      Bind { (entries: Lazy<[Entry]>) throws in try entries.get().count == 1 }.needs([Entry].self, named: "night")
    }
    #expect(try container.resolve(Int.self) == 1)
    #expect(try container.resolve(String.self) == "1")
    #expect(try container.resolve(Bool.self))
  }
}
