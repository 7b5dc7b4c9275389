// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

/// Which object was made for which: the parents and children of the objects of a container.
///
/// The tree holds every object weakly. A container keeps one once some binding refers to relatives or awakes; see `Container.tree`.
public final class ObjectTree: Sendable {
  private let nodes = Lock(Nodes())

  deinit { nodes.withLock { $0.end() } }

  /// The object that an object was made for or attached to.
  ///
  /// - Returns: `nil` for what hangs on the container itself, for what the tree does not know, and when the parent has gone.
  public func parent(of object: AnyObject) -> AnyObject? {
    nodes.withLock { $0.node(of: object)?.parent?.object.map { HeldObject($0) } }?.object
  }

  /// The objects that were made for an object or attached to it, in order of creation.
  public func children(of object: AnyObject) -> [AnyObject] {
    nodes.withLock { $0.node(of: object)?.liveChildren.map { HeldObject($0) } ?? [] }.map(\.object)
  }

  /// The objects on the container itself, in order of creation: those resolved without a parent, and the shared ones.
  public var roots: [AnyObject] {
    nodes.withLock { $0.root.liveChildren.map { HeldObject($0) } }.map(\.object)
  }

  /// Puts an object that was made by hand under another one, so that references find it. It leaves the place it had.
  ///
  /// - Returns: Whether it is there now. An object cannot be under itself or under one of its own descendants: then it stays where it is.
  @discardableResult
  public func attach(_ child: AnyObject, to parent: AnyObject) -> Bool {
    let pair = (child: HeldObject(child), parent: HeldObject(parent))
    return attach(pair.child, to: pair.parent, moves: true)
  }

  /// Puts a new object under its parent, or under the container; one that has a place already stays there, unless it moves.
  ///
  /// - Parameter scope: The open scope that the object is made in. Under the container, only what is made in it finds the object.
  func place(_ child: AnyObject, under parent: AnyObject?, in scope: OpenScope? = nil, moves: Bool = false) {
    let pair = (child: HeldObject(child), parent: parent.map { HeldObject($0) })
    _ = attach(pair.child, to: pair.parent, in: Home(scope), moves: moves)
  }

  /// Notes that a decorator has made an object that wraps another one.
  func note(_ wrapper: AnyObject, wraps inner: AnyObject) {
    let pair = (wrapper: HeldObject(wrapper), inner: HeldObject(inner))
    let met = nodes.withLock { nodes in
      nodes.note(pair.wrapper.object, wraps: pair.inner.object)
      return nodes.takeMet()
    }
    withExtendedLifetime(met) {}
  }

  /// The object that a decorator has made of an object; `nil` for one that is not wrapped.
  private func wrapper(of object: AnyObject) -> AnyObject? {
    nodes.withLock { $0.node(of: object)?.wrapper?.object.map { HeldObject($0) } }?.object
  }

  private func attach(_ child: HeldObject, to parent: HeldObject?, in home: Home = Home(nil), moves: Bool) -> Bool {
    let (isAttached, met) = nodes.withLock { nodes in
      let isAttached = nodes.attach(child.object, to: parent?.object, in: home, moves: moves)
      return (isAttached, nodes.takeMet())
    }
    withExtendedLifetime(met) {}
    return isAttached
  }

  /// The number of entries in all lists of children, for tests.
  var entryCount: Int { nodes.withLock(\.entryCount) }

  /// The nearest relative of an object that is of a type.
  ///
  /// - Parameter scope: The open scope that the object is made in.
  func nearest<Value>(to object: AnyObject, container: AnyObject?, in scope: OpenScope?, _ type: Value.Type) -> Value? {
    var branch = object
    while let parent = parent(of: branch) {
      if let found = match(parent, type, for: object) { return found }
      let siblings = children(of: parent).filter { $0 !== branch }
      if let found = first(type, among: siblings, for: object) { return found }
      branch = parent
    }
    if let container = container as? Value { return container }
    return first(type, in: scope, beside: branch, for: object)
  }

  /// The first object of a type below the container, for what is made in an open scope: one of that scope, else of a scope around
  /// it, else of none.
  func first<Value>(
    _ type: Value.Type, in scope: OpenScope?, beside branch: AnyObject? = nil, for searcher: AnyObject? = nil
  ) -> Value? {
    let roots = nodes.withLock { nodes in
      // The getter leaves the children that it returns.
      zip(nodes.root.liveChildren.map { HeldObject($0) }, nodes.root.children).map { (held: $0, home: $1.home) }
    }
    var scope = scope
    while true {
      let own = roots.filter { $0.home.isIn(scope) && $0.held.object !== branch }.map { $0.held.object }
      if let found = first(type, among: own, for: searcher) { return found }
      guard let current = scope else { return nil }
      scope = current.outer
    }
  }

  /// The first of some objects, else of their descendants.
  private func first<Value>(_ type: Value.Type, among objects: [AnyObject], for searcher: AnyObject?) -> Value? {
    if let found = objects.lazy.compactMap({ self.value($0, type, for: searcher) }).first { return found }
    return objects.lazy.compactMap { self.descendant(of: $0, type, for: searcher) }.first
  }

  private func match<Value>(_ relative: AnyObject, _ type: Value.Type, for searcher: AnyObject) -> Value? {
    value(relative, type, for: searcher)
      ?? wrappers(of: relative, for: searcher).lazy.compactMap {
        ($0 as? any ReferenceProvider)?.reference(type)
      }.first
  }

  /// An object as a value of a type: what decorators have made of it, if that is of the type.
  private func value<Value>(_ object: AnyObject, _ type: Value.Type, for searcher: AnyObject?) -> Value? {
    wrappers(of: object, for: searcher).lazy.compactMap { $0 as? Value }.first
  }

  /// The objects around an object, the outermost first, and the object itself. One that is part of a wrapper finds nothing of it further out.
  private func wrappers(of object: AnyObject, for searcher: AnyObject?) -> [AnyObject] {
    var all = [object]
    while let wrapper = wrapper(of: all[0]), wrapper !== searcher { all.insert(wrapper, at: 0) }
    return all
  }

  /// Depth first, in order of creation; the stack is our own so that long branches do no harm.
  private func descendant<Value>(of object: AnyObject, _ type: Value.Type, for searcher: AnyObject?) -> Value? {
    var stack = Array(children(of: object).reversed())
    while let next = stack.popLast() {
      if let found = value(next, type, for: searcher) { return found }
      stack.append(contentsOf: children(of: next).reversed())
    }
    return nil
  }
}

extension ObjectTree {
  /// The open scope that an object is made in, which is not held; or none.
  private struct Home: Sendable {
    fileprivate weak let scope: OpenScope?
    fileprivate let isScoped: Bool

    init(_ scope: OpenScope?) { (self.scope, isScoped) = (scope, scope != nil) }

    /// Whether it is an open scope, or none; one that has gone is neither.
    func isIn(_ other: OpenScope?) -> Bool { isScoped == (other != nil) && scope === other }
  }

  // SAFETY: only touched under the tree's lock; weak references may be read on any thread.
  private final class Node: @unchecked Sendable {
    weak var object: AnyObject?
    weak var parent: Node?
    /// What a decorator has made of the object.
    weak var wrapper: Node?
    /// Counts under the container.
    var home = Home(nil)
    var children: [Node] = []
    /// Whether the object was found to have gone.
    var isGone = false

    init(_ object: AnyObject?) { self.object = object }

    /// Releases the children, which others hold or which have none themselves: so a long branch is not released by recursion.
    func end() { (isGone, children) = (true, []) }

    /// The caller holds what comes back until the lock is open.
    var liveChildren: [AnyObject] {
      let all = children.map { (node: $0, object: $0.object) }
      children = all.filter { $0.object != nil }.map(\.node)
      return all.compactMap(\.object)
    }

    /// Whether decorators have made another node's object of this one's.
    func isWrapped(by other: Node) -> Bool {
      var node = wrapper
      while let current = node, current !== other { node = current.wrapper }
      return node != nil
    }
  }

  // Inert: objects are held weakly, and those that were held to look at them are handed out.
  private struct Nodes: Inert {
    let root = Node(nil)
    private var table: [ObjectIdentifier: Node] = [:]
    /// The number of nodes to make before the next sweep.
    private var left = 64
    /// Objects that were there when they were looked at; their holders may have released them since.
    private var met: [HeldObject] = []

    var entryCount: Int { root.children.count + table.values.reduce(0) { $0 + $1.children.count } }

    func end() { for node in table.values { node.end() } }

    mutating func takeMet() -> [HeldObject] {
      defer { met = [] }
      return met
    }

    func node(of object: AnyObject) -> Node? {
      guard let node = table[ObjectIdentifier(object)], node.object === object else { return nil }
      return node
    }

    mutating func attach(_ child: AnyObject, to parent: AnyObject?, in home: Home, moves: Bool) -> Bool {
      let node = makeNode(child)
      guard moves || node.parent == nil else {
        if parent == nil, node.parent === root { comeAgain(node, in: home) }
        return false
      }
      let target = parent.map { makeNode($0) } ?? root
      guard target !== node, node.children.isEmpty || !lies(target, in: node) else { return false }
      node.parent?.children.removeAll { $0 === node }
      (node.parent, node.home) = (target, home)
      target.children.append(node)
      return true
    }

    /// Notes that the object of a scope is handed out again. A scope inside of its own is no other.
    private mutating func comeAgain(_ node: Node, in home: Home) {
      guard node.home.isScoped else { return }
      if let scope = node.home.scope {
        met.append(HeldObject(scope))
        guard let new = home.scope, !new.lies(in: scope) else { return }
      }
      node.home = home
    }

    /// Whether a node is another one or a descendant of it; what was under an object that has gone is under nothing.
    private mutating func lies(_ node: Node, in branch: Node) -> Bool {
      var node: Node? = node
      while let current = node, current !== branch {
        guard let object = current.object else { return false }
        met.append(HeldObject(object))
        node = current.parent
      }
      return node != nil
    }

    mutating func note(_ wrapper: AnyObject, wraps inner: AnyObject) {
      let (wrapper, inner) = (makeNode(wrapper), makeNode(inner))
      // A decorator may unwrap: what was inside is the outermost again.
      if wrapper.isWrapped(by: inner) { wrapper.wrapper = nil }
      inner.wrapper = wrapper
    }

    private mutating func makeNode(_ object: AnyObject) -> Node {
      if let node = node(of: object) { return node }
      if left == 0 { sweep() }
      left -= 1
      let node = Node(object)
      // An object that was at the same address has gone.
      table.updateValue(node, forKey: ObjectIdentifier(object))?.end()
      return node
    }

    /// Forgets the objects that have gone; a limit as high as the number of the others keeps the cost per object constant.
    private mutating func sweep() {
      let all = table.values.map { (node: $0, object: $0.object.map { HeldObject($0) }) }
      met = all.compactMap(\.object)
      for (node, object) in all where object == nil { node.end() }
      table = table.filter { !$0.value.isGone }
      left = max(64, table.count)
      for node in [root] + table.values { node.children.removeAll(where: \.isGone) }
    }
  }
}
