// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailGraph

/// Records the objects that the containers of a test make, without keeping them, and tells which of them are still alive.
final class InstanceWatch: InstanceObserver, ScopeObserver {
  /// The watch of the running test.
  @TaskLocal static var current: InstanceWatch?

  /// One object, and the binding that made it.
  struct Entry: Sendable {
    let number: Int
    /// Whether the container has made the object.
    fileprivate(set) var isMade: Bool
    let type: String
    let subject: Event.Subject
    fileprivate let watched: Watched

    /// Whether the object is still alive.
    var isThere: Bool { watched.object != nil }
  }

  // Inert: objects are held weakly.
  private struct State: Inert {
    var entries: [ObjectIdentifier: Entry] = [:]
    var last = 0
    /// The number of entries above which the entries of released objects are dropped.
    var limit = 4096
    /// The keys that are bound with references.
    var referring: Set<Graph.Key> = []
  }

  /// A scope, and where it was opened.
  private struct Opened: Sendable {
    let kind: TypeName
    let location: SourceLocation
    let watched: Watched
  }

  private let state = Lock(State())
  private let opened = Lock<[Opened]>([])
  private let containers = Lock<[Watched]>([])

  func observe(_ event: Event) {}

  func observe(_ instance: AnyObject, of subject: Event.Subject) { note(instance, of: subject, isMade: true) }

  func know(_ instance: AnyObject, of subject: Event.Subject) { note(instance, of: subject, isMade: false) }

  private func note(_ instance: AnyObject, of subject: Event.Subject, isMade: Bool) {
    let watched = Watched(instance)
    let type = "\(TypeName(Swift.type(of: instance)))"
    let isFull = state.withLock { state in
      // A live object with the same identity can only be the same object, which the caller holds: it is never released under the lock.
      if let known = state.entries[watched.id], known.isThere {
        // A factory may return an object that existed before the binding of that object is resolved. The container may have made the input of a scope.
        if !isMade, subject.isBind { state.entries[watched.id]?.isMade = false }
        return false
      }
      state.last += 1
      state.entries[watched.id] = Entry(number: state.last, isMade: isMade, type: type, subject: subject, watched: watched)
      return state.entries.count > state.limit
    }
    if isFull { prune() }
  }

  func observe(opened scope: AnyObject, _ kind: TypeName, at location: SourceLocation) {
    let entry = Opened(kind: kind, location: location, watched: Watched(scope))
    let gone = opened.withLock { $0 }.filter { $0.watched.object == nil }.map(\.watched.id)
    opened.withLock { opened in
      opened.removeAll { gone.contains($0.watched.id) }
      opened.append(entry)
    }
  }

  // Another watch reports these.
  func observe(_ finding: Diagnostic) {}

  /// A line for every scope that is still held, in the order of opening.
  var heldScopes: [String] {
    opened.withLock { $0 }.filter { $0.watched.object != nil }.map {
      "still held: the scope '\($0.kind)', opened at \($0.location), and with it its container"
    }
  }

  /// Watches a container, too.
  func watch(_ container: Container) {
    let watched = Watched(container)
    containers.withLock { $0.append(watched) }
  }

  /// Takes keys that are bound with references, which hold their values if their property is not weak.
  func know(referring: Set<Graph.Key>) { state.withLock { $0.referring.formUnion(referring) } }

  /// The keys that are bound with references.
  var referring: Set<Graph.Key> { state.withLock { $0.referring } }

  /// Whether a container is still alive.
  var containerIsThere: Bool { containers.withLock { $0 }.contains { $0.object != nil } }

  /// The objects that are still alive, in order of creation.
  var survivors: [Entry] {
    state.withLock { $0.entries }.values.filter { $0.isMade && $0.isThere }.sorted { $0.number < $1.number }
  }

  private func prune() {
    // Tested outside the lock: this test may hold the last reference to an object.
    let gone = state.withLock { $0.entries }.values.filter { !$0.isThere }
    state.withLock { state in
      for entry in gone where state.entries[entry.watched.id]?.number == entry.number { state.entries[entry.watched.id] = nil }
      state.limit = max(4096, 2 * state.entries.count)
    }
  }
}

/// An object that is known and not held.
// SAFETY: the object is only tested for being alive, never handed out or touched; weak references may be read by any thread.
private struct Watched: @unchecked Sendable {
  let id: ObjectIdentifier
  private(set) weak var object: AnyObject?

  init(_ object: AnyObject) {
    id = ObjectIdentifier(object)
    self.object = object
  }
}
