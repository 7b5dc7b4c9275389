// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailRelatives
internal import Testing
internal import TestSupport

private protocol Protocol1: AnyObject, Sendable {
  var protocol2: any Protocol2 { get }
  var test1: String { get }
}
private protocol Protocol2: AnyObject, Sendable {
  var protocol3: any Protocol3 { get }
}
private protocol Protocol3: AnyObject, Sendable {
  var protocol1: any Protocol1 { get }
}
private final class Impl1: Protocol1 {
  let protocol2: any Protocol2
  let test1 = "test1"
  init(_ protocol2: any Protocol2) { self.protocol2 = protocol2 }
}
private final class Impl2: Protocol2 {
  let protocol3: any Protocol3
  init(_ protocol3: any Protocol3) { self.protocol3 = protocol3 }
}
private final class LazyImpl3: Protocol3 {
  private let lazy: Lazy<any Protocol1>
  var protocol1: any Protocol1 { lazy() }
  init(_ lazy: Lazy<any Protocol1>) { self.lazy = lazy }
}
private final class ProvidedImpl3: Protocol3 {
  private let provider: Provider<any Protocol1>
  var protocol1: any Protocol1 { provider() }
  init(_ provider: Provider<any Protocol1>) { self.provider = provider }
}
private final class PlainImpl3: Protocol3 {
  private let one: @Sendable () -> any Protocol1
  var protocol1: any Protocol1 { one() }
  init(_ one: @escaping @Sendable () -> any Protocol1) { self.one = one }
}
private protocol Named: AnyObject {}
private final class Pointed: Named {
  let third: Pointing
  init(_ third: Pointing) { self.third = third }
}
private final class Pointing {
  weak var first: (any Named)?
  init() {}
}
private final class One: Sendable { init() {} }
private final class EagerImpl3: Protocol3 {
  let protocol1: any Protocol1
  init(_ protocol1: any Protocol1) { self.protocol1 = protocol1 }
}

/// 1 needs 2, 2 needs 3; how 3 needs 1 is up to the test.
private struct FirstTwo: Module {
  var bindings: Bindings {
    Bind((any Protocol1).self) { Impl1($0) }.in(.singleton)
    Bind((any Protocol2).self) { Impl2($0) }.in(.singleton)
  }
}

/// The same asked for from within the factories, so that no check can see it.
private func opaque() throws -> Container {
  try Container {
    Bind((any Protocol1).self) { (i: any Resolver) in Impl1(try i.resolve()) }.in(.singleton)
    Bind((any Protocol2).self) { (i: any Resolver) in Impl2(try i.resolve()) }.in(.singleton)
    Bind((any Protocol3).self) { (i: any Resolver) in EagerImpl3(try i.resolve()) }.in(.singleton)
  }
}

@Suite struct `BTKInjector: circular needs` {
  @Test func `BTK-20: a circle of eager needs is found before anything runs`() {
    #expect(
      findings {
        try Container {
          FirstTwo()
          Bind((any Protocol3).self) { EagerImpl3($0) }.in(.singleton)
        }
      } == """
        error: [dependency-cycle] 'any Protocol1' needs itself before it is built
          BTKCycleTests.swift
          any Protocol1 -> any Protocol2 -> any Protocol3 -> any Protocol1
            any Protocol1   BTKCycleTests.swift   singleton in FirstTwo
            any Protocol2   BTKCycleTests.swift   singleton in FirstTwo
            any Protocol3   BTKCycleTests.swift   singleton in inline module
          help: let 'any Protocol1' take Provider<any Protocol2> or Lazy<any Protocol2> instead of any Protocol2
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/dependency-cycle.md

        1 error
        """)
  }

  @Test func `BTK-20: a circle that only running shows is an error with the whole path`() throws {
    let error = try failure { try opaque().resolve((any Protocol1).self) }
    #expect(error.code == .cycle)
    #expect(error.path.map(\.key) == ["any Protocol1", "any Protocol2", "any Protocol3", "any Protocol1"])
    #expect(error.diagnostic.message == "'any Protocol1' is needed while it is being built")
  }

  @Test func `BTK-20: the same circle through a provider that is held and called later works`() throws {
    let injector = try Container {
      FirstTwo()
      Bind((any Protocol3).self) { ProvidedImpl3($0) }.in(.singleton)
    }
    let one = try injector.resolve((any Protocol1).self)
    #expect(one.protocol2.protocol3.protocol1 === one)
    #expect(try injector.resolve(Provider<any Protocol2>.self).make() === one.protocol2)
    try injector.close()
  }

  @Test(arguments: 1...3)
  func `BTK-25: a circle of initialisers with one lazy value works, wherever one begins`(first: Int) throws {
    let injector = try Container {
      FirstTwo()
      Bind((any Protocol3).self) { LazyImpl3($0) }.in(.singleton)
    }
    switch first {
    case 1: _ = try injector.resolve((any Protocol1).self)
    case 2: _ = try injector.resolve((any Protocol2).self)
    default: _ = try injector.resolve((any Protocol3).self)
    }
    let one = try injector.resolve((any Protocol1).self)
    #expect(one.protocol2.protocol3.protocol1.test1 == "test1")
    #expect(one.protocol2.protocol3.protocol1 === one)
  }

  @Test func `BTK-25: a lazy value that is used while its circle is being built is an error, not a hang`() throws {
    let injector = try Container {
      FirstTwo()
      Bind((any Protocol3).self) { (one: Lazy<any Protocol1>) in EagerImpl3(try one.get()) }.in(.singleton)
    }
    #expect(try failure { try injector.resolve((any Protocol1).self) }.code == .cycle)
  }

  @Test func `BTK-26: every need has a lazy value of its own, with one instance behind all`() throws {
    let made = Counter()
    let injector = try Container {
      Bind((any Protocol3).self) { LazyImpl3($0) }.in(.singleton)
      Bind((any Protocol2).self) { Impl2($0) }.in(.singleton)
      Bind((any Protocol1).self) { (two: any Protocol2) in
        made.add()
        return Impl1(two)
      }
      .in(.singleton)
    }
    let (first, second) = try (injector.resolve(Lazy<any Protocol1>.self), injector.resolve(Lazy<any Protocol1>.self))
    #expect(first != second)
    #expect(made.value == 0)
    #expect(try first.get() === second.get())
    #expect(try first.get() === injector.resolve((any Protocol1).self))
    #expect(made.value == 1)
  }

  @Test func `BTK-26: lazy values are told apart, and compared by what they give`() throws {
    let injector = try Container {
      Bind(One.init).in(.singleton)
      Bind(One.init).named("other")
    }
    let (first, second) = try (injector.resolve(Lazy<One>.self), injector.resolve(Lazy<One>.self))
    let other = try injector.resolve(Lazy<One>.self, named: "other")
    #expect(first != second)
    #expect(try first.get() === second.get())
    #expect(try first.get() !== other.get())
    #expect(try other.get() === other.get(), "each keeps what it was given")
  }

  @Test func `BTK-25: a class waits for a protocol by a plain closure, and knows nothing of the container`() throws {
    let injector = try Container {
      FirstTwo()
      Bind((any Protocol3).self) { PlainImpl3($0) }.in(.singleton)
    }
    let one = try injector.resolve((any Protocol1).self)
    #expect(one.protocol2.protocol3.protocol1 === one)
    try injector.close()
  }

  @Test func `BTK-25: a class waits for a protocol by a weak property, and knows nothing of the container`() throws {
    let injector = try Container {
      Bind { (third: Pointing) in Pointed(third) }
      Bind(Pointing.init).reference(\.first)
    }
    let first = try injector.resolve(Pointed.self)
    #expect(first.third.first === first)
  }

  @Test func `BTK-21: neither a failure nor a cycle poisons`() throws {
    let calls = Counter()
    let injector = try Container {
      Bind((any Protocol1).self) { (i: any Resolver) in
        if calls.add() == 1 { throw Breakdown() }
        return Impl1(try i.resolve())
      }
      .in(.singleton)
      Bind((any Protocol2).self) { (i: any Resolver) in Impl2(try i.resolve()) }.in(.singleton)
      Bind((any Protocol3).self) { (i: any Resolver) in
        calls.value < 3 ? EagerImpl3(try i.resolve()) as any Protocol3 : LazyImpl3(try i.resolve())
      }
      .in(.singleton)
    }
    #expect(try failure { try injector.resolve((any Protocol1).self) }.code == .failed)
    #expect(try failure { try injector.resolve((any Protocol1).self) }.code == .cycle)
    let one = try injector.resolve((any Protocol1).self)
    #expect(one.protocol2.protocol3.protocol1 === one)
  }
}
