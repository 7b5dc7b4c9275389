// SPDX-License-Identifier: Apache-2.0

/// What one outermost request makes, and for whom. Stays on the thread of that request.
final class RelativeSession {
  /// What is to be done with one value at the end.
  struct Steps {
    var refer: ((RelativeSearch) -> Void)?
    var awake: (() -> Void)?
  }

  /// One value that is being made or was made.
  final class Made {
    let outer: Made?
    let isShared: Bool
    /// Whose tree the value is in: that of the container which binds it if it is shared, else that of whom it was made for.
    let owner: Owner
    var object: AnyObject?
    /// What the value is bound as; known where a container has extensions.
    var key: Graph.Key?
    var steps = Steps()
    var isFinished = false

    init(inside outer: Made?, isShared: Bool, owner: Owner) {
      self.outer = outer
      self.isShared = isShared
      self.owner = isShared ? owner : outer?.owner ?? owner
    }

    /// The object that this one was made for. Values that are no objects are looked through, and so is another name of the object
    /// itself; nobody is the parent of what is shared.
    var parent: AnyObject? {
      var made = self
      while !made.isShared, let outer = made.outer {
        if let object = outer.object, object !== self.object { return object }
        made = outer
      }
      return nil
    }

    /// Whether the value outlives a failed request: it is shared, or was made for what is.
    var isKept: Bool {
      var made: Made? = self
      while let current = made, !(current.isShared && current.isFinished) { made = current.outer }
      return made != nil
    }

    /// Whether nothing further out owns the object: then the request's own parent does.
    var hangsOnRequest: Bool {
      var made = self
      while !made.isShared {
        guard let outer = made.outer else { return true }
        made = outer
      }
      return false
    }
  }

  /// The object that the request was made for; `nil` for the container.
  let parent: AnyObject?
  private(set) var current: Made?
  /// In the order in which they were finished: what was made for an object before the object itself.
  private(set) var finished: [Made] = []
  /// What extensions remember until the request ends.
  var notes = RequestOptions()

  init(parent: AnyObject?) { self.parent = parent }

  func begin(isShared: Bool, owner: Owner) -> Made {
    let made = Made(inside: current, isShared: isShared, owner: owner)
    current = made
    return made
  }

  /// Runs a request inside this one for which the caller names a parent.
  func run<Value>(
    for parent: AnyObject, _ owner: Owner, _ request: () throws(ResolutionError) -> Value
  ) throws(ResolutionError) -> Value {
    let stand = Made(inside: current, isShared: false, owner: owner)
    stand.object = parent
    current = stand
    defer { current = stand.outer }
    return try request()
  }

  func end(_ made: Made, isFinished: Bool) {
    current = made.outer
    made.isFinished = isFinished
    if isFinished { finished.append(made) }
  }

  /// Completes what outlives the failed request, so that a shared instance awakes although the first one to ask got nothing.
  func abandon() {
    finished.removeAll { !$0.isKept }
    if !finished.isEmpty { complete() }
  }

  /// Puts all objects into the tree, sets the references, then awakes: each of these for all before the next begins.
  func complete() {
    let all = finished
    finished = []
    for made in all {
      guard let object = made.object else { continue }
      made.owner.tree.place(object, under: made.parent ?? (made.hangsOnRequest ? parent : nil))
    }
    guard let owner = all.last?.owner, !owner.extensions.isEmpty else { return RelativeSession.awake(all) }
    owner.extensions.complete(all.compactMap(\.object)) { RelativeSession.awake(all) }
  }

  private static func awake(_ all: [Made]) {
    for made in all {
      guard let object = made.object, let refer = made.steps.refer else { continue }
      refer(RelativeSearch(object: object, tree: made.owner.tree, container: made.owner.current))
    }
    for made in all { made.steps.awake?() }
  }
}
