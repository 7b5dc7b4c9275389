// SPDX-License-Identifier: Apache-2.0
package import Dovetail
package import DovetailGraph

/// The work of a binding once the whole resolution is built.
struct Relatives: Attachment {
  var references: [@Sendable (AnyObject, RelativeSearch) -> Void] = []
  var awakenings: [@Sendable (Any) -> Void] = []
  /// The diagnostic about an asynchronous binding with this work, if some of it belongs to an actor.
  var findingIfAsync: (@Sendable (Declaration) -> Diagnostic)?

  func followed(by later: Self) -> Self {
    Relatives(
      references: references + later.references, awakenings: awakenings + later.awakenings,
      findingIfAsync: findingIfAsync ?? later.findingIfAsync)
  }

  /// Sets a reference of every object of a type.
  mutating func refer<Object: AnyObject>(_ set: @escaping @Sendable (Object, RelativeSearch) -> Void) {
    references.append { object, search in
      if let object = object as? Object { set(object, search) }
    }
  }

  /// Does something with every value of a type.
  mutating func awake<Object>(_ body: @escaping @Sendable (Object) -> Void) {
    awakenings.append { value in
      if let value = value as? Object { body(value) }
    }
  }
}

extension Relatives: ResolutionTracker {
  /// Puts all objects into the tree.
  static func arrange(_ made: [RequestTrace.Made]) {
    var last: (owner: ContainerContext, tree: ObjectTree)?
    var (wrapping, placed): (Set<ObjectIdentifier>, Set<ObjectIdentifier>) = ([], [])
    for made in made {
      // Values come in the order of completion: of those for a wrapper, the wrapped one is first.
      let wrapper = made.outer.flatMap { $0.wraps && wrapping.insert(ObjectIdentifier($0)).inserted ? $0.object : nil }
      guard let object = made.object else { continue }
      // Mostly all is of one container.
      let tree = last.flatMap { $0.owner === made.owner ? $0.tree : nil } ?? made.owner.tree
      last = (made.owner, tree)
      // A decorator may hand out what it has found inside of another one's object.
      let comesAgain = !placed.insert(ObjectIdentifier(object)).inserted
      tree.place(object, under: made.parent, in: made.scope, moves: made.wraps && comesAgain)
      if let wrapper, wrapper !== object { tree.note(wrapper, wraps: object) }
    }
  }

  /// Sets the references of all objects, then awakes.
  static func complete(_ made: [RequestTrace.Made]) {
    let all = made.compactMap { made in (made.tracked?.note as? Relatives).map { (made: made, relatives: $0) } }
    for (made, relatives) in all where !relatives.references.isEmpty {
      guard let object = made.object else { continue }
      let search = RelativeSearch(
        object: object, tree: made.owner.tree, container: made.owner.current, scope: made.scope)
      for set in relatives.references { set(object, search) }
    }
    for (made, relatives) in all where !relatives.awakenings.isEmpty {
      guard let value = made.tracked?.value else { continue }
      func awake() { for awake in relatives.awakenings { awake(value) } }
      // As in its factory, what outlives every scope finds none.
      if made.isKept, made.scope == nil { made.owner.outsideScopes(awake) } else { awake() }
    }
  }
}

extension RequestTrace.Made {
  /// The object that this one was made for. Values that are not objects are skipped, and so is the object itself under another name; a shared value has no
  /// parent.
  fileprivate var parent: AnyObject? {
    var made = self
    while !made.isShared, let outer = made.outer {
      if let object = outer.object, object !== self.object { return object }
      made = outer
    }
    return nil
  }
}

extension Declaration {
  /// The work once the whole resolution is built; when it is set, even to nothing, the container keeps a tree.
  var relatives: Relatives {
    get { self.attached[Relatives.self] ?? Relatives() }
    set { self.attached[Relatives.self] = newValue }
  }
}

extension Container {
  /// The bindings with references, which hold the objects that they find where their property is not weak; for code that looks for objects that hold each
  /// other.
  package var referring: Set<Graph.Key> {
    let declarations = wholePlan.entries.lazy.map(\.item.declaration)
    return Set(declarations.filter { !$0.relatives.references.isEmpty }.map(\.key))
  }
}
