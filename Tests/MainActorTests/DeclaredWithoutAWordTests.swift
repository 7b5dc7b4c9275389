// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Testing

// No declaration of this file says `nonisolated`, and `bindings` uses all of them.

struct Wheel: Sendable {
  nonisolated init() {}
}

extension Key<Wheel> {
  static var spare: Self { Self(named: "spare") }
  static func numbered(_ number: Int) -> Self { Self(named: "\(number)") }
}

extension Bind {
  func logged() -> Self { named("logged") }
}

extension Decorate<Wheel> {
  var forSpare: Self { named(.spare) }
}

extension Scope.Shared {
  static var house: Self { .singleton }
}

extension Scope.Unshared {
  static var together: Self { .graph }
}

extension Bindings {
  static var wheels: Bindings {
    var wheels = Bindings()
    wheels.add(Bind(Wheel.init).named(.numbered(1)))
    return wheels
  }
}

struct WheelModule: Module {
  var bindings: Bindings {
    Bind(Wheel.init).named(.spare).in(.house)
    Bind(Wheel.init).logged()
    Bind(Wheel.init).in(.together)
    Decorate(Wheel.self) { (inner: Wheel) in inner }.forSpare
    Bindings.wheels
  }
}

@Suite struct DeclaredWithoutAWordTests {
  @Test func `what a module of the main actor adds to keys, binds and scopes is there for its binds`() throws {
    #expect(Container.check(WheelModule()).errors == [])
    let binds = try Container(WheelModule()).graph.bindings.map { "\($0.key): \($0.scope)" }
    #expect(
      binds == [
        #"Wheel named "spare": singleton"#, #"Wheel named "logged": transient"#, "Wheel: graph",
        #"Wheel named "spare": transient"#, #"Wheel named "1": transient"#,
      ])
  }
}
