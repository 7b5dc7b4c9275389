// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailComponents
import Testing
import TestSupport

private class RealStore: @unchecked Sendable { var name: String { "real" } }
private final class MockStore: RealStore, @unchecked Sendable { override var name: String { "mock" } }

private final class Box<Content: Sendable>: Sendable {
  let content: Content
  init(_ content: Content) { self.content = content }
}

private enum Side: Hashable { case left, right }

private final class Keyed: Component, Sendable {
  let instances = Instances()

  // Two members of one type, and one for each key.
  var left: RealStore { single { RealStore() } }
  var right: RealStore { single { RealStore() } }
  func store(for side: Side) -> RealStore { single(key: side) { RealStore() } }
  /// The generic example of the document, as it stands there.
  func inject<Content: Sendable>(content: Content) -> Box<Content> { single { Box(content) } }

  func box<Content: Sendable>(_ content: Content) -> Box<Content> { single(key: ObjectIdentifier(Content.self)) { Box(content) } }
  func wrapped(_ content: Tracked) -> Box<Tracked> { transient { Box(content) } }
}

@Suite("Drip: keys, arguments and generics") struct DripKeyTests {
  @Test func `DRP-12 and DRP-13: members of one type have their own generators, and keys tell instances of one member apart`() {
    let keyed = Keyed()
    #expect(keyed.left !== keyed.right)
    #expect(keyed.left === keyed.left && keyed.right === keyed.right)
    #expect(keyed.store(for: .left) === keyed.store(for: .left))
    #expect(keyed.store(for: .left) !== keyed.store(for: .right))
    #expect(keyed.store(for: .left) !== keyed.left)
  }

  @Test func `DRP-12: an override is for one key, or for what has none`() throws {
    let (keyed, one, other) = (Keyed(), MockStore(), MockStore())
    try keyed.override({ $0.store(for: .left) }, with: one).override(\.left, with: other)
    #expect(keyed.store(for: .left) === one && keyed.left === other)
    #expect(keyed.store(for: .right).name == "real" && keyed.right.name == "real")
  }

  @Test func `DRP-14: an argument belongs to its call, and is released with the instance made from it`() throws {
    let (keyed, alive) = (Keyed(), Counter())
    var first: Tracked? = Tracked(alive)
    weak let content = first
    #expect(first.map { keyed.wrapped($0).content } === first)
    let second = Tracked(alive)
    #expect(keyed.wrapped(second).content === second)
    first = nil
    #expect(content == nil && alive.value == 1)
  }

  @Test func `DRP-14: a single without a key is made with the arguments of its first call; a key makes one for each`() {
    let keyed = Keyed()
    let first = keyed.inject(content: 1)
    #expect(keyed.inject(content: 2) === first && first.content == 1)
    #expect(keyed.store(for: .left) !== keyed.store(for: .right))
  }

  @Test func `M-10: a generic provider with an argument works as the document writes it, a single for each specialisation`() {
    let keyed = Keyed()
    let (number, text): (Box<Int>, Box<String>) = (keyed.inject(content: 1), keyed.inject(content: "one"))
    #expect(number.content == 1 && text.content == "one")
    #expect(keyed.inject(content: 1) === number && keyed.inject(content: "one") === text)
    #expect(Keyed().inject(content: 2).content == 2, "another component makes its own")
  }

  @Test func `DRP-15: every specialisation of an open generic method is a single of its own`() {
    let keyed = Keyed()
    let (number, text) = (keyed.box(1), keyed.box("one"))
    #expect(number.content == 1 && text.content == "one")
    #expect(keyed.box(2) === number, "one for each specialisation is what the key says, and no more")
    #expect(keyed.box("two") === text)
  }

  @Test func `DRP-22: types of one name are different members, and a key is no type`() {
    enum One { final class Node: Sendable {} }
    enum Other { final class Node: Sendable {} }
    final class Twins: Component, Sendable {
      let instances = Instances()
      func node() -> One.Node { single { One.Node() } }
      func node() -> Other.Node { single { Other.Node() } }
      func node(_ key: String) -> One.Node { single(key: key) { One.Node() } }
      func hashed(_ key: Clash) -> One.Node { single(key: key) { One.Node() } }
    }
    let twins = Twins()
    let (one, other): (One.Node, Other.Node) = (twins.node(), twins.node())
    let (again, otherAgain): (One.Node, Other.Node) = (twins.node(), twins.node())
    #expect(one === again && other === otherAgain)
    #expect(twins.node("Node") !== one)
    #expect(twins.hashed(Clash(name: "one")) !== twins.hashed(Clash(name: "other")), "keys of one hash are told apart")
  }

  /// Keys that all have one hash.
  private struct Clash: Hashable {
    let name: String
    func hash(into hasher: inout Hasher) { hasher.combine(0) }
  }
}
