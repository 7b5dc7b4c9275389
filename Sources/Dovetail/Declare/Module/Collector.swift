// SPDX-License-Identifier: Apache-2.0

/// Reads modules and their included modules into one list of items.
package struct Collector {
  package struct Entry: Sendable {
    package fileprivate(set) var item: BindContent
    /// The index of the module that lists the item.
    let module: Int
    /// The layer of that module.
    let layer: Int
    /// The depth of the container that reads the item.
    let level: Int
    /// An item of an overriding layer replaces something, unless it is private to its module.
    var isOverride: Bool {
      let declared = item.declaration
      if declared.isOverride || layer == 0 { return declared.isOverride }
      return !declared.isPrivate && declared.role != .decorator && declared.contribution == nil
    }

    var isPlain: Bool { item.declaration.isPlain }

    /// Shares the instances as another bind does.
    mutating func share(as other: BindContent) { item = item.shared(as: other).completed }

    /// The tracker of the instances that requests make; usually `nil`.
    var tracker: (any ResolutionTracker.Type)? { isPlain ? nil : item.declaration.attached.tracker.map { type(of: $0) } }
  }

  var entries: [Entry]
  private(set) var modules: [Graph.Module]
  /// The modules that were read; ``modules`` begins with those that are inherited.
  private var values: [any Module] = []
  /// Their layers.
  private var layers: [Int] = []
  private(set) var kinds: [any ScopeKind.Type]
  /// Each with the index of the module that lists it, and the layer of that.
  private(set) var arguments: [(argument: DefaultArgument, module: Int, layer: Int)] = []
  private(set) var findings: [Diagnostic] = []
  private(set) var cycles: [[TypeName]] = []
  private var known = KnownModules()
  /// The modules that are being read, with the elements that are not read yet; each module is included by the one before it: a list instead of recursion, so the stack does not grow with their nesting.
  private var path: [(index: Int, source: ModuleSource, elements: ArraySlice<Bindings.Element>)] = []
  /// The module types that include themselves without end; they are not read any more.
  private var endless: Set<ModuleSource> = []
  private var isFull = false
  private var partPlaces = PartPlaces()
  private lazy var inheritedParts = PartPlaces(entries, levels: 0..<level)
  /// The overrides of private binds, each with the modules in which it has replaced one.
  var privateOverrides: [(item: BindContent, layer: Int, homes: Set<Int>)] = []
  /// The parts that overrides make for other collections, with their places, while the modules of their layer are being read: what they replace may be listed
  /// after them.
  private var overrideParts: [(part: BindContent, place: Int, override: Entry)] = []
  let inherited: Int
  let level: Int
  /// Which binds give way to their stand-ins.
  private let standIns: StandIns
  private let removed: Set<ObjectIdentifier>
  private(set) var removedTypes: Set<ObjectIdentifier> = []

  /// Begins with the entries, modules and kinds of a parent container, which is one level higher.
  init(
    _ entries: [Entry] = [], _ modules: [Graph.Module] = [], _ kinds: [any ScopeKind.Type] = [], level: Int = 0,
    standIns: StandIns, removing removed: [any Module.Type] = []
  ) {
    self.entries = entries
    self.modules = modules
    self.kinds = kinds
    inherited = modules.count
    self.level = level
    self.standIns = standIns
    self.removed = Set(removed.map { ObjectIdentifier($0) })
  }

  /// Reads a module and its included modules; equal modules are read once.
  ///
  /// - Complexity: O(modules and binds), as long as equal modules are found in constant time; see ``KnownModules``.
  mutating func add(_ module: any Module, layer: Int) {
    if let index = begin(module, layer, at: .unknown), layer > 0, layers[index - inherited] == 0 { overrides(nothing: index) }
    while let index = path.last?.index {
      switch path[path.count - 1].elements.popFirst() {
      case .item(let item): append(item.completed, module: index, layer: layer)
      case .opens(let kind): open(kind, module: index)
      case .argument(let argument): arguments.append((argument, index, layer))
      case .finding(let finding): findings.append(finding)
      case .include(let included, let location):
        if let place = begin(included, layer, at: location) { modules[index].includes.append(place) }
      case nil: path.removeLast()
      }
    }
  }

  /// Reports that a module is to override of which an equal one is a part of what it is to override.
  private mutating func overrides(nothing module: Int) {
    let help = "leave it out, or override with a module that is not equal: equal ones are read once"
    let text = "the module '\(modules[module].name)' overrides nothing: an equal one is there already"
    findings.append(Diagnostic(.nothingToOverride, .error, text, at: modules[module].location, help: help))
  }

  /// Begins to read a module, unless an equal one was read.
  ///
  /// - Returns: Its index in ``modules``; `nil` when it was removed, closes a cycle or belongs to an endless inclusion.
  private mutating func begin(_ module: any Module, _ layer: Int, at location: SourceLocation) -> Int? {
    let type = ObjectIdentifier(Swift.type(of: module))
    if removed.contains(type) {
      removedTypes.insert(type)
      return nil
    }
    let source = ModuleSource(module)
    guard !isFull, !endless.contains(source) else { return nil }
    let made = Graph.Module(
      name: (module as? InlineModule).map { TypeName(text: $0.name) } ?? TypeName(Swift.type(of: module)),
      location: (module as? InlineModule)?.location ?? location)
    if path.count >= EndlessInclusion.deepest {
      endless.insert(source)
      let repeated = path.lastIndex { $0.source == source }
      findings.append(
        EndlessInclusion.tooDeep(path[(repeated ?? 0)...].map { modules[$0.index] }, made, isRepeated: repeated != nil))
      return nil
    }
    if let equal = known.claim(module, for: modules.count) {
      guard let first = path.lastIndex(where: { $0.index == equal }) else { return equal }
      cycles.append(path[first...].map { modules[$0.index].name } + [made.name])
      return nil
    }
    if modules.count - inherited >= EndlessInclusion.most {
      isFull = true
      findings.append(EndlessInclusion.tooMany(path.map { modules[$0.index] }, made))
      return nil
    }
    let index = addModule(made)
    values.append(module)
    layers.append(layer)
    do { path.append((index, source, try module.bindings.elements[...])) } catch {
      modules[index].failure = "\(error)"
      if let located = error as? any LocatedError { modules[index].location = located.location }
    }
    return index
  }

  mutating func addModule(_ module: Graph.Module) -> Int {
    modules.append(module)
    return modules.count - 1
  }

  /// The value of one of ``modules``, unless it is inherited.
  func value(of module: Int) -> ModuleValue? {
    values.indices.contains(module - inherited) ? KnownModules.value(of: values[module - inherited]) : nil
  }

  mutating func append(_ item: BindContent, module: Int, layer: Int) {
    // An override that was chosen for this container is meant itself.
    let item = standIns.isAll && layer == 0 ? item.standIn ?? item : item
    if item.declaration.replacedIn != nil {
      privateOverrides.append((item, layer, []))
    } else {
      list(item, module: module, layer: layer)
    }
  }

  mutating func list(_ item: BindContent, module: Int, layer: Int) {
    if case .scoped(let kind) = item.declaration.scope { open(kind, module: module) }
    for need in item.declaration.needs where !need.isPlain { for kind in need.openedKinds { open(kind, module: module) } }
    let entry = Entry(item: item, module: module, layer: layer, level: level)
    partPlaces.add(entry, at: entries.count)
    entries.append(entry)
    for follower in item.followers {
      let part = replacesInherited(follower, along: entry) ? follower.overriding : follower
      append(part, module: module, layer: layer)
      if entry.isOverride { overrideParts.append((part, entries.count - 1, entry)) }
    }
  }

  /// Lets the parts of overrides take the places of those that the overridden binds make. Call it after the modules of a layer are read.
  mutating func settleParts() {
    let own = Set(overrideParts.map(\.place))
    var (taken, left): (Set<Int>, Set<Int>) = ([], [])
    for (part, place, override) in overrideParts {
      let replaced = partPlaces.places(of: part).first { other in
        !own.contains(other) && !taken.contains(other) && entries[other].layer <= override.layer
          && isPart(other, ofBindReplacedBy: override)
      }
      guard let replaced else { continue }
      entries[replaced] = Entry(item: part, module: override.module, layer: override.layer, level: level)
      taken.insert(replaced)
      left.insert(place)
    }
    overrideParts = []
    if left.isEmpty { return }
    entries = entries.indices.filter { !left.contains($0) }.map { entries[$0] }
    partPlaces = PartPlaces(entries, levels: level..<level + 1)
  }

  /// Whether a part that an override takes along has the key of one that a parent makes of the same bind: it takes its place in this container.
  private mutating func replacesInherited(_ part: BindContent, along override: Entry) -> Bool {
    guard inherited > 0, override.isOverride, part.declaration.contribution?.mapKey != nil else { return false }
    return inheritedParts.places(of: part).contains { place in
      !entries[place].item.declaration.isPrivate
        && !inheritedParts.isPrivate(override.item.declaration.key, in: entries[place].module)
    }
  }

  /// Whether the bind behind a part of another type's collection is the one that an override replaces, not one that another module keeps private.
  private func isPart(_ part: Int, ofBindReplacedBy override: Entry) -> Bool {
    let (home, declaration) = (entries[part].module, override.item.declaration)
    if declaration.isPrivate { return home == override.module }
    return !partPlaces.isPrivate(declaration.key, in: home)
  }

  /// Removes the binds of some keys, with their overrides, the defaults of their arguments, and the parts that they make for other collections. Binds of a
  /// parent stay.
  mutating func unbind(_ keys: Set<Graph.Key>) {
    func isLeftOut(_ declaration: Declaration) -> Bool {
      if declaration.isFollower { return declaration.needs.contains { keys.contains($0.need.key) } }
      return declaration.role != .decorator && declaration.contribution == nil && keys.contains(declaration.key)
    }
    entries.removeAll { $0.level == level && isLeftOut($0.item.declaration) }
    privateOverrides.removeAll { keys.contains($0.item.declaration.key) }
    arguments.removeAll { keys.contains($0.argument.key) }
    partPlaces = PartPlaces(entries, levels: level..<level + 1)
  }

  /// Registers a kind of scope and the binds of its inputs, outer kinds first.
  private mutating func open(_ kind: any ScopeKind.Type, module: Int) {
    for kind in kind.ancestors.reversed() + [kind] where !kinds.contains(where: { $0 == kind }) {
      kinds.append(kind)
      for input in kind.inputBinds { entries.append(Entry(item: input, module: module, layer: 0, level: level)) }
    }
  }
}

/// The common property of modules that are written in one place: a type, or the place of an inline module.
enum ModuleSource: Hashable {
  case type(ObjectIdentifier)
  case place(SourceLocation)

  init(_ module: any Module) {
    self = (module as? InlineModule).map { .place($0.location) } ?? .type(ObjectIdentifier(Swift.type(of: module)))
  }
}
