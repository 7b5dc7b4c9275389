// SPDX-License-Identifier: Apache-2.0

/// Reads modules and all that they include into one list of items.
struct Collector {
  /// One item, and where it came from.
  struct Entry: Sendable {
    let item: BindContent
    private let place: (module: Int32, layer: Int32, level: Int32)
    /// An item of an overriding layer replaces something, unless it is private to its module.
    let isOverride: Bool
    /// Whether the declaration says nothing that only some binds say; see ``Declaration/isPlain``.
    let isPlain: Bool
    /// Whether some need is a function, which may be a closure that returns something bound.
    let mayNeedClosure: Bool
    /// Whether it has what only some binds have; see ``BindExtras``.
    let hasExtras: Bool

    init(_ item: BindContent, module: Int, layer: Int, level: Int) {
      self.item = item
      place = (Int32(module), Int32(layer), Int32(level))
      let isLayered =
        layer > 0 && !item.declaration.isPrivate && item.declaration.role != .decorator && item.declaration.contribution == nil
      isOverride = item.declaration.isOverride || isLayered
      isPlain = item.declaration.isPlain
      mayNeedClosure = !item.declaration.needs.isPlain && item.declaration.needs.contains { $0.mayBeClosure }
      hasExtras = item.rare != nil
    }

    /// The index of the module that lists the item.
    var module: Int { Int(place.module) }
    /// The layer of modules that the module belongs to.
    var layer: Int { Int(place.layer) }
    /// The depth of the container that reads the module.
    var level: Int { Int(place.level) }
  }

  /// How often one type may be included inside itself, when its values cannot be compared.
  private static let deepestNesting = 32

  private(set) var entries: [Entry]
  private(set) var modules: [Graph.Module]
  private(set) var kinds: [any ScopeKind.Type]
  private(set) var arguments: [DefaultArgument] = []
  /// What modules report themselves.
  private(set) var findings: [Diagnostic] = []
  private(set) var cycles: [[TypeName]] = []
  private var seen: [ObjectIdentifier: [(module: any Module, index: Int)]] = [:]
  private var path: [any Module] = []
  let level: Int
  private let removed: Set<ObjectIdentifier>
  private(set) var removedTypes: Set<ObjectIdentifier> = []
  /// What the binds answer and ask for, while binds that types carry are added.
  var asked: AskedKeys?

  /// Begins with what a parent container has already.
  init(over parent: Plan?, removing removed: [any Module.Type]) {
    entries = parent?.entries ?? []
    modules = parent?.modules ?? []
    kinds = parent?.kinds ?? []
    level = parent.map { $0.level + 1 } ?? 0
    self.removed = Set(removed.map { ObjectIdentifier($0) })
  }

  /// Reads a module, once for all equal ones.
  ///
  /// - Returns: Its index in ``modules``; `nil` when it was removed or closes a cycle.
  @discardableResult
  mutating func add(_ module: any Module, layer: Int, at location: SourceLocation = .unknown) -> Int? {
    let type = ObjectIdentifier(Swift.type(of: module))
    if removed.contains(type) {
      removedTypes.insert(type)
      return nil
    }
    if let start = path.firstIndex(where: { ModuleIdentity.areEqual($0, module) }) ?? runawayStart(of: module) {
      cycles.append((path[start...] + [module]).map(ModuleIdentity.name))
      return nil
    }
    if let known = seen[type]?.first(where: { ModuleIdentity.areEqual($0.module, module) }) { return known.index }
    let location = (module as? InlineModule)?.location ?? location
    let index = addModule(Graph.Module(name: ModuleIdentity.name(module), location: location))
    seen[type, default: []].append((module, index))
    path.append(module)
    read(module, index, layer: layer)
    path.removeLast()
    return index
  }

  mutating func addModule(_ module: Graph.Module) -> Int {
    modules.append(module)
    return modules.count - 1
  }

  private mutating func read(_ module: any Module, _ index: Int, layer: Int) {
    do {
      for element in try module.bindings.elements {
        switch element {
        case .item(let item): append(item, module: index, layer: layer)
        case .opens(let kind): open(kind, module: index)
        case .argument(let argument): arguments.append(argument)
        case .finding(let finding): findings.append(finding)
        case .include(let included, let location):
          if let place = add(included, layer: layer, at: location) { modules[index].includes.append(place) }
        }
      }
    } catch {
      modules[index].failure = "\(error)"
    }
  }

  mutating func append(_ item: BindContent, module: Int, layer: Int) {
    if case .scoped(let kind) = item.declaration.scope { open(kind, module: module) }
    let entry = Entry(item, module: module, layer: layer, level: level)
    add(entry)
    for follower in item.followers { append(follower, module: module, layer: layer) }
  }

  /// Makes a kind known, outer kinds first, and with it the binds of its inputs.
  private mutating func open(_ kind: any ScopeKind.Type, module: Int) {
    for kind in kind.ancestors.reversed() + [kind] where !kinds.contains(where: { $0 == kind }) {
      kinds.append(kind)
      for input in kind.inputBinds {
        let entry = Entry(input, module: module, layer: 0, level: level)
        add(entry)
      }
    }
  }

  private mutating func add(_ entry: Entry) {
    asked?.note(entry, at: entries.count)
    entries.append(entry)
  }

  private func runawayStart(of module: any Module) -> Int? {
    let type = Swift.type(of: module)
    guard path.count >= Collector.deepestNesting else { return nil }
    let same = path.indices.filter { Swift.type(of: path[$0]) == type }
    return same.count >= Collector.deepestNesting && type != InlineModule.self ? same.last : nil
  }
}

/// When two modules are the same one.
enum ModuleIdentity {
  static func name(_ module: any Module) -> TypeName {
    (module as? InlineModule).map { TypeName(text: $0.name) } ?? TypeName(type(of: module))
  }

  static func areEqual(_ left: any Module, _ right: any Module) -> Bool {
    guard type(of: left) == type(of: right), !(left is InlineModule) else { return false }
    if type(of: left) is AnyClass { return left as AnyObject === right as AnyObject }
    if let left = left as? any Equatable { return isEqual(left, right) }
    return size(of: left) == 0
  }

  private static func isEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool { left == right as? Value }

  private static func size<Value>(of value: Value) -> Int { MemoryLayout<Value>.size }
}
