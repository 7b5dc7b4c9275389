// SPDX-License-Identifier: Apache-2.0

/// Another module's note on a bind, by which the module follows the requests that make its values. A container with such a bind traces its requests.
package protocol ResolutionTracker: Sendable {
  /// Called first when an outermost request is done, before the extensions.
  ///
  /// - Parameter made: All values made, the needs of an object before the object itself.
  static func arrange(_ made: [RequestTrace.Made])

  /// Completes the values, unless an extension leaves that out.
  static func complete(_ made: [RequestTrace.Made])
}

/// The values of one outermost request, and their parents: kept when a container has extensions, or another module follows it. Stays on the thread of that
/// request.
package final class RequestTrace {
  /// One value that is being made or was made.
  package final class Made {
    package let outer: Made?
    package let isShared: Bool
    /// Whether it is made by a decorator; the first value that is made for it is the one that it wraps.
    package let wraps: Bool
    /// The owner of the value: that of the container which binds it if it is shared, else that of the value it was made for.
    package let owner: ContainerContext
    /// The open scope that the value is made in; `nil` for what outlives every scope.
    package let scope: OpenScope?
    package var object: AnyObject?
    /// The key of the value; known when a container has extensions.
    var key: Graph.Key?
    /// Another module's note on the value's bind, and the value for it.
    package private(set) var tracked: (note: any ResolutionTracker, value: Any)?
    fileprivate private(set) var isFinished = false

    /// - Parameter scope: The open scope of the request. Without one, a value that is not shared has the one around the running code.
    package init(
      inside outer: Made?, isShared: Bool, wraps: Bool = false, owner: ContainerContext, in scope: OpenScope? = nil
    ) {
      self.outer = outer
      self.isShared = isShared
      self.wraps = wraps
      self.owner = isShared ? owner : outer?.owner ?? owner
      self.scope = scope ?? (isShared ? nil : OpenScope.innermost(of: owner) ?? outer?.scope)
    }

    /// Whether the value outlives a failed request: it is shared, or was made for a shared one.
    package var isKept: Bool {
      var made: Made? = self
      while let current = made, !(current.isShared && current.isFinished) { made = current.outer }
      return made != nil
    }

    /// Notes the finished value, and keeps another module's note on its bind until the request is complete.
    package func finish<Value>(_ value: Value, _ note: (any ResolutionTracker)? = nil) {
      if type(of: value as Any) is AnyClass { object = value as AnyObject }
      if let note { tracked = (note, value) }
      isFinished = true
    }
  }

  /// The innermost value being made, or a parent that a caller names.
  package var innermost: Made?
  /// In the order of completion: the needs of an object before the object itself.
  private var finished: [Made] = []
  /// The module that follows the request; there is at most one.
  package var tracker: (any ResolutionTracker.Type)?
  /// The notes of extensions until the request ends.
  var notes = RequestOptions()

  package init() {}

  /// The trace of the outermost request on this thread; `nil` outside every request.
  package static var current: RequestTrace? { ThreadState.current.trace }

  /// Begins to make one value as part of the request; until ``end(_:)``, what is made is made for it.
  package func begin(
    isShared: Bool, wraps: Bool = false, owner: ContainerContext, in scope: OpenScope? = nil,
    trackedBy tracker: (any ResolutionTracker.Type)?
  ) -> Made {
    if let tracker { self.tracker = tracker }
    let made = Made(inside: innermost, isShared: isShared, wraps: wraps, owner: owner, in: scope)
    innermost = made
    return made
  }

  package func end(_ made: Made) {
    innermost = made.outer
    if made.isFinished { finished.append(made) }
  }

  /// Completes the values that outlive the failed request, so that a shared instance is completed although its first request failed.
  func abandon() {
    finished.removeAll { !$0.isKept }
    complete()
  }

  /// Passes all values to the module that follows the request, within the extensions.
  func complete() {
    let all = finished
    if all.isEmpty { return }
    finished = []
    tracker?.arrange(all)
    guard let owner = all.last?.owner, !owner.extensions.isEmpty else {
      tracker?.complete(all)
      return
    }
    owner.extensions.complete(all.compactMap(\.object)) { tracker?.complete(all) }
  }
}

// The facts that extensions read while a request runs.
extension RequestTrace {
  /// The requester of a request: the value being made now, or the one around it; a parent that a caller names has no key.
  func requester(isMaking: Bool) -> (object: AnyObject?, key: Graph.Key?) {
    let made = isMaking ? innermost?.outer : innermost
    return (made?.object, made?.key)
  }

  /// The finished objects, in order.
  var objects: [AnyObject] { finished.compactMap(\.object) }
}
