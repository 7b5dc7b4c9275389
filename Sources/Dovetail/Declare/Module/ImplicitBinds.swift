// SPDX-License-Identifier: Apache-2.0

extension Collector {
  /// The keys that are needed, replaced or decorated where nothing answers, and whose types may carry a bind: for each the keys that would
  /// answer it, outermost layer first. As nearly always, there are none.
  func askedImplicitly(in wiring: Wiring) -> [[Graph.Key]] {
    let open = arguments.filter { wiring.binding(for: $0.argument.key, in: $0.module) == nil }.map(\.argument.key)
    return (open.map { [$0] } + wiring.unanswered.map(ImplicitBind.layers)).filter(ImplicitBind.mayAnswer)
  }

  /// Adds the binds that types carry themselves, and those that these binds need.
  ///
  /// - Parameter asked: For each request the keys that would answer it, outermost layer first.
  mutating func addImplicit(for asked: [[Graph.Key]]) {
    var bound = Set(entries.compactMap(\.answered))
    // What is replaced is never built, and need not be complete.
    let replaced = Set(entries.lazy.filter { $0.isPublicOverride }.map(\.item.declaration.key))
    var asked = asked
    var (next, module): (Int, Int?) = (0, nil)
    while next < asked.count {
      let keys = asked[next]
      next += 1
      guard let own = ImplicitBind.item(for: keys, bound: bound) else { continue }
      let place = module ?? addModule(Graph.Module(name: .carryingTypes))
      module = place
      let known = entries.count
      append(own.content.completed, module: place, layer: 0)
      for entry in entries[known...] {
        let declared = entry.item.declaration
        var taken = declared.needs
        if let key = entry.answered {
          bound.insert(key)
          // The override may take over its scope, and no more.
          if replaced.contains(key) { taken = declared.scope.needs }
        }
        let needs = taken.lazy.map(\.need).filter { $0.source == .bound }
        asked += needs.reversed().map(ImplicitBind.layers).filter(ImplicitBind.mayAnswer)
      }
    }
  }
}

extension Collector.Entry {
  /// The key that the bind answers by itself, and for all: an overridden or decorated bind may be one that its type carries.
  fileprivate var answered: Graph.Key? {
    let declared = item.declaration
    let isOther = isOverride || declared.isPrivate || declared.role == .decorator || declared.contribution != nil
    return isOther ? nil : declared.key
  }

  /// Whether the bind replaces, for all, what its key answered.
  fileprivate var isPublicOverride: Bool { isOverride && !item.declaration.isPrivate && item.declaration.contribution == nil }
}

/// Finds the bind that a type carries.
enum ImplicitBind {
  /// The keys that would answer a need, outermost layer first, as far as the container does not collect parts.
  static func layers(of need: Graph.Need) -> [Graph.Key] {
    var keys = [need.key]
    for wrapper in need.wrappers {
      if wrapper.form == .collection || wrapper.form == .dictionary { break }
      keys.append(wrapper.key)
    }
    return keys
  }

  /// Whether one of the types may carry a bind.
  static func mayAnswer(_ keys: [Graph.Key]) -> Bool { keys.contains { $0.name == nil && $0.type.type is any SelfBound.Type } }

  /// The bind of the first type that carries one; `nil` when something is bound already.
  static func item(for keys: [Graph.Key], bound: Set<Graph.Key>) -> OwnBind? {
    for key in keys {
      if bound.contains(key) { return nil }
      if key.name == nil, let type = key.type.type as? any SelfBound.Type {
        let own = type.ownBind
        let declared = own.content.declaration
        // A part and a private bind answer no key, however often they join.
        return declared.key == key && declared.contribution == nil && !declared.isPrivate ? own : nil
      }
    }
    return nil
  }
}

/// A type that carries its own binding, which answers where nothing else is bound for the type. Other modules say what such a type declares.
@_documentation(visibility: internal)
public protocol SelfBound {
  /// The binding of the type.
  static var ownBind: OwnBind { get }
}

/// A binding that its type carries.
@_documentation(visibility: internal)
public struct OwnBind: Sendable {
  let content: BindContent
  /// Who follows what requests make of binds that come to a running container.
  let tracker: (any ResolutionTracker.Type)?

  package init<Value>(_ bind: Bind<Value>, trackedBy tracker: (any ResolutionTracker.Type)?) {
    content = bind.content
    self.tracker = tracker
  }
}
