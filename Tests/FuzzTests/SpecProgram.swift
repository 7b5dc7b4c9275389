// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailNames
import TestSupport

enum SpecHall: ScopeKind { typealias Input = Inputs<Node<FirstType>> }
enum SpecBench: ScopeKind { typealias Parent = SpecHall }
enum SpecYard: ScopeKind {}

/// Reads a spec as a module does: each of its modules is included.
struct SpecModule: Module {
  let spec: GraphSpec
  let world: SpecWorld
  let level: Int
  let layer: Int
  private let types: SpecTypes

  init(_ spec: GraphSpec, in world: SpecWorld, level: Int, layer: Int) {
    self.spec = spec
    self.world = world
    self.level = level
    self.layer = layer
    types = SpecTypes(count: spec.typeCount)
  }

  var bindings: Bindings {
    if level == 0, layer == 0 {
      Opens(SpecBench.self)
      Opens(SpecYard.self)
    }
    let own = spec.declarations.filter { $0.level == level && $0.layer == layer && $0.role != .input }
    for module in Set(own.map(\.module)).sorted() {
      InlineModule("module \(module)") { Bindings(own.filter { $0.module == module }.map(declare)) }
    }
  }

  private func declare(_ declaration: GraphSpec.Declaration) -> Bindings {
    func declare<Type: SpecType>(_ type: Type.Type) -> Bindings {
      if spec.isDynamic { return named(declaration) }
      let factory = SpecFactory<Type>(declaration: declaration, world: world)
      var list = Bindings()
      if declaration.role == .decorator {
        let decorator = factory.decorate(declaration.needs.map(types.need))
        list.add { decorator.named(declaration.key.name) }
      } else {
        list.add(bind(factory))
      }
      return list
    }
    return declare(types[declaration.key])
  }
}

// A bind, and all that is said of it.
extension SpecModule {
  private func bind<Type: SpecType>(_ factory: SpecFactory<Type>) -> Bind<Node<Type>> {
    let declaration = factory.declaration
    var bind = factory.bind(declaration.needs.map(types.need))
    for need in declaration.needs where need.key.name != nil {
      // A closure is a type of its own, of which the bind does not know what it returns.
      let named = need.layers.last == .closure ? types.need(need) : types.need(GraphSpec.Need(key: need.key))
      bind = naming(bind, named, need.key.name)
    }
    bind = bind.named(declaration.key.name)
    switch declaration.life {
    case .transient: bind = bind.in(.transient)
    case .graph: bind = bind.in(.graph)
    case .singleton: bind = bind.in(.singleton)
    case .weak: bind = bind.in(.weak)
    case .scoped(.hall): bind = bind.in(.scoped(SpecHall.self))
    case .scoped(.bench): bind = bind.in(.scoped(SpecBench.self))
    case .scoped(.yard): bind = bind.in(.scoped(SpecYard.self))
    }
    switch declaration.role {
    case .part(nil): bind = bind.contribute()
    case .part(let key?): bind = bind.contribute(key: key)
    case .bind, .decorator, .input: break
    }
    if declaration.isOverride { bind = bind.override }
    if declaration.isPrivate { bind = bind.private }
    if declaration.closes { bind = bind.onClose { [world] in try world.close(declaration, $0) } }
    return bind
  }

  private func naming<Type: SpecType, Need: SpecNeed>(
    _ bind: Bind<Node<Type>>, _ need: Need.Type, _ name: String?
  ) -> Bind<Node<Type>> { bind.needs(Need.Value.self, named: name) }

  private func named(_ declaration: GraphSpec.Declaration) -> Bindings {
    let names = declaration.needs.map { SpecModule.name(of: $0) }
    var bind = NamedBind(declaration.key.description, needs: names) { [world] values in
      let parts = try declaration.needs.map { need -> SpecPart in
        let name = SpecModule.name(of: need)
        guard need.layers.isEmpty else { return Provided<Plain<FirstType>>.part(try values[name]) }
        return Plain<FirstType>.part(try values[name])
      }
      return Node<FirstType>(try world.make(declaration, parts), in: world)
    }
    switch declaration.life {
    case .transient: bind = bind.in(.transient)
    case .graph: bind = bind.in(.graph)
    case .singleton: bind = bind.in(.singleton)
    case .weak: bind = bind.in(.weak)
    case .scoped(.hall): bind = bind.in(.scoped(SpecHall.self))
    case .scoped(.bench): bind = bind.in(.scoped(SpecBench.self))
    case .scoped(.yard): bind = bind.in(.scoped(SpecYard.self))
    }
    if declaration.isOverride { bind = bind.override }
    if declaration.isPrivate { bind = bind.private }
    if declaration.closes {
      bind = bind.onClose { [world] in if let node = $0 as? any SpecNode { try world.close(declaration, node) } }
    }
    return BindingsBuilder.buildExpression(bind)
  }

  fileprivate static func name(of need: GraphSpec.Need) -> String {
    need.key.description + (need.layers.isEmpty ? "" : need.key.type.isMultiple(of: 2) ? "Provider" : " Provider")
  }
}

extension Bindings {
  fileprivate init(_ lists: [Bindings]) {
    self.init()
    for list in lists { add { list } }
  }
}

/// The real thing.
final class SpecProgram: SpecSubject {
  private let spec: GraphSpec
  private let world: SpecWorld
  private let types: SpecTypes
  private let containers: [Container]
  private var scopes: [OpenScope] = []

  /// - Throws: `GraphError` when the checks find an error.
  init(_ spec: GraphSpec, in world: SpecWorld) throws(GraphError) {
    self.spec = spec
    self.world = world
    types = SpecTypes(count: spec.typeCount)
    let layers = (0...1).map { SpecModule(spec, in: world, level: 0, layer: $0) as any Module }
    let container = try Container(PlanInput(layers: layers.map { [$0] }))
    containers =
      spec.levelCount == 1 ? [container] : [container, try container.child(SpecModule(spec, in: world, level: 1, layer: 0))]
  }

  var scopeCount: Int { scopes.count }

  private func resolver(_ place: SpecPlace) -> any Resolver {
    switch place {
    case .container(let level): containers[level]
    case .scope(let number): scopes[number]
    }
  }

  func ask(_ place: SpecPlace, _ need: GraphSpec.Need) throws -> SpecPart {
    if spec.isDynamic {
      let name = SpecModule.name(of: need)
      guard need.layers.isEmpty else { return Provided<Plain<FirstType>>.part(try resolver(place).resolve(name)) }
      return Plain<FirstType>.part(try resolver(place).resolve(name))
    }
    func ask<Need: SpecNeed>(_ type: Need.Type) throws -> SpecPart {
      // A container and a scope have forms of their own besides those of the protocol.
      switch place {
      case .container(let level): Need.part(try containers[level].resolve(Need.Value.self, named: need.key.name))
      case .scope(let number): Need.part(try scopes[number].resolve(Need.Value.self, named: need.key.name))
      }
    }
    return try ask(types.need(need))
  }

  func open(_ kind: GraphSpec.Kind, _ place: SpecPlace, _ input: String) throws {
    let resolver = resolver(place)
    let scope =
      switch kind {
      case .hall: try resolver.openScope(SpecHall.self, Node<FirstType>((input, []), in: world))
      case .bench: try resolver.openScope(SpecBench.self)
      case .yard: try resolver.openScope(SpecYard.self)
      }
    scopes.append(scope)
  }

  func close(_ place: SpecPlace) throws {
    switch place {
    case .container(let level): try containers[level].close()
    case .scope(let number): try scopes[number].close()
    }
  }

  func within(_ kind: GraphSpec.Kind, _ place: SpecPlace, _ input: String, _ body: () -> Void) throws {
    let resolver = resolver(place)
    func run(_ scope: OpenScope) {
      scopes.append(scope)
      body()
    }
    switch kind {
    case .hall: try resolver.withScope(SpecHall.self, Node<FirstType>((input, []), in: world), body: run)
    case .bench: try resolver.withScope(SpecBench.self, body: run)
    case .yard: try resolver.withScope(SpecYard.self, body: run)
    }
  }
}
