// SPDX-License-Identifier: Apache-2.0
import Dovetail
import CoreTestSupport

// Types are static in Swift, and a seed can only choose numbers. So there is a type for every number, made from the one before it, and a type
// for everything that a need may be derived through; which ones a bind takes is put together at run time, a type at a time.

protocol SpecType: SendableMetatype {}
enum FirstType: SpecType {}
enum NextType<Previous: SpecType>: SpecType {}

/// What is bound.
final class Node<Type: SpecType>: SpecNode {
  let label: String
  let parts: [SpecPart]
  private let life: SpecWorld.Life

  init(_ made: (label: String, parts: [SpecPart]), in world: SpecWorld) {
    (label, parts) = made
    life = world.life()
  }
}

/// Something that a factory can take.
protocol SpecNeed: SendableMetatype {
  associatedtype Value: Sendable
  static func part(_ value: Value) -> SpecPart
}

enum Plain<Type: SpecType>: SpecNeed {
  static func part(_ value: Node<Type>) -> SpecPart { .node(value) }
}

enum Optionally<Inner: SpecNeed>: SpecNeed {
  static func part(_ value: Inner.Value?) -> SpecPart { value.map(Inner.part) ?? .absent }
}

enum Provided<Inner: SpecNeed>: SpecNeed {
  static func part(_ value: Provider<Inner.Value>) -> SpecPart { .later { Inner.part(try value.make()) } }
}

enum Lazily<Inner: SpecNeed>: SpecNeed {
  static func part(_ value: Lazy<Inner.Value>) -> SpecPart { .later { Inner.part(try value.get()) } }
}

enum ByClosure<Inner: SpecNeed>: SpecNeed {
  static func part(_ value: @escaping @Sendable () throws -> Inner.Value) -> SpecPart { .later { Inner.part(try value()) } }
}

enum Listed<Inner: SpecNeed>: SpecNeed {
  static func part(_ value: [Inner.Value]) -> SpecPart { .several(value.map(Inner.part)) }
}

enum Keyed<Inner: SpecNeed>: SpecNeed {
  static func part(_ value: [String: Inner.Value]) -> SpecPart {
    .keyed(value.map { ($0.key, Inner.part($0.value)) }.sorted { $0.key < $1.key })
  }
}

/// Finds the types that the numbers of a spec stand for.
struct SpecTypes: Sendable {
  private let types: [any SpecType.Type]

  init(count: Int) {
    var types: [any SpecType.Type] = [FirstType.self]
    func next<Type: SpecType>(_ type: Type.Type) -> any SpecType.Type { NextType<Type>.self }
    while types.count < count {
      let last = types[types.count - 1]
      types.append(next(last))
    }
    self.types = types
  }

  subscript(_ key: GraphSpec.Key) -> any SpecType.Type { types[key.type] }

  func need(_ need: GraphSpec.Need) -> any SpecNeed.Type {
    func plain<Type: SpecType>(_ type: Type.Type) -> any SpecNeed.Type { Plain<Type>.self }
    let type = self[need.key]
    return need.layers.reversed().reduce(plain(type), SpecTypes.wrap)
  }

  private static func wrap(_ inner: any SpecNeed.Type, _ layer: GraphSpec.Layer) -> any SpecNeed.Type {
    func wrapped<Inner: SpecNeed>(_ inner: Inner.Type) -> any SpecNeed.Type {
      switch layer {
      case .optional: Optionally<Inner>.self
      case .provider: Provided<Inner>.self
      case .lazy: Lazily<Inner>.self
      case .closure: ByClosure<Inner>.self
      case .array: Listed<Inner>.self
      case .dictionary: Keyed<Inner>.self
      }
    }
    return wrapped(inner)
  }
}

/// The factories of a spec, each in the form in which a program would write it: with its needs as parameters.
struct SpecFactory<Type: SpecType> {
  let declaration: GraphSpec.Declaration
  let world: SpecWorld

  private func make(_ parts: [SpecPart]) throws -> Node<Type> { Node(try world.make(declaration, parts), in: world) }

  /// - Parameter needs: Four at most.
  func bind(_ needs: [any SpecNeed.Type]) -> Bind<Node<Type>> {
    switch needs.count {
    case 0: Bind(Node<Type>.self) { [self] in try make([]) }
    case 1: bind(needs[0])
    case 2: bind(needs[0], needs[1])
    case 3: bind(needs[0], needs[1], needs[2])
    default: bind(needs[0], needs[1], needs[2], needs[3])
    }
  }

  /// - Parameter needs: Two at most.
  func decorate(_ needs: [any SpecNeed.Type]) -> Decorate<Node<Type>> {
    switch needs.count {
    case 0: Decorate(Node<Type>.self) { [self] in try make([.node($0)]) }
    case 1: decorate(needs[0])
    default: decorate(needs[0], needs[1])
    }
  }

  private func bind<A: SpecNeed>(_: A.Type) -> Bind<Node<Type>> {
    Bind(Node<Type>.self) { [self] (a: A.Value) in try make([A.part(a)]) }
  }

  private func bind<A: SpecNeed, B: SpecNeed>(_: A.Type, _: B.Type) -> Bind<Node<Type>> {
    Bind(Node<Type>.self) { [self] (a: A.Value, b: B.Value) in try make([A.part(a), B.part(b)]) }
  }

  private func bind<A: SpecNeed, B: SpecNeed, C: SpecNeed>(_: A.Type, _: B.Type, _: C.Type) -> Bind<Node<Type>> {
    Bind(Node<Type>.self) { [self] (a: A.Value, b: B.Value, c: C.Value) in try make([A.part(a), B.part(b), C.part(c)]) }
  }

  private func bind<A: SpecNeed, B: SpecNeed, C: SpecNeed, D: SpecNeed>(
    _: A.Type, _: B.Type, _: C.Type, _: D.Type
  ) -> Bind<Node<Type>> {
    Bind(Node<Type>.self) { [self] (a: A.Value, b: B.Value, c: C.Value, d: D.Value) in
      try make([A.part(a), B.part(b), C.part(c), D.part(d)])
    }
  }

  private func decorate<A: SpecNeed>(_: A.Type) -> Decorate<Node<Type>> {
    Decorate(Node<Type>.self) { [self] (inner: Node<Type>, a: A.Value) in try make([.node(inner), A.part(a)]) }
  }

  private func decorate<A: SpecNeed, B: SpecNeed>(_: A.Type, _: B.Type) -> Decorate<Node<Type>> {
    Decorate(Node<Type>.self) { [self] (inner: Node<Type>, a: A.Value, b: B.Value) in
      try make([.node(inner), A.part(a), B.part(b)])
    }
  }
}
