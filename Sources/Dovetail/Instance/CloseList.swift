// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// What is open inside something else, and closes with it.
protocol ClosingPart: AnyObject, Sendable {
  /// What it has made that can only be closed by awaiting.
  var awaitedStep: ResolutionError.Step? { get }

  /// Closes it, and hands over what is to be run for that.
  func begin() -> Closing
}

/// What closes with a container or a scope: first what is open inside it, then what it made, each newest first, once.
// SAFETY: all properties are Sendable lets; what derives from it says so for its own.
class CloseList: @unchecked Sendable {
  private struct State: Sendable {
    var isClosed = false
    var refusesAwaited = false
    var hasAwaited = false
    var closers: [Closer] = []
    var parts: [ObjectIdentifier: Part] = [:]
    var opened = 0
  }

  /// Held weakly: whoever opened it holds it, and may drop it without closing it.
  private struct Part: Sendable {
    let number: Int
    weak var part: (any ClosingPart)?
  }

  private let closed = Atomic<Bool>(false)
  private let state = Lock(State())

  final var isClosed: Bool { closed.load(ordering: .acquiring) }

  /// Whether it will be closed by code that cannot await.
  final var refusesAwaited: Bool { state.withLock { $0.refusesAwaited } }

  /// Notes that it will be closed by code that cannot await.
  final func refuseAwaited() { state.withLock { $0.refusesAwaited = true } }

  /// What can only be closed by awaiting; `nil` when there is nothing of it.
  final var awaitedStep: ResolutionError.Step? {
    let (own, parts) = state.withLock { state in (state.hasAwaited ? state.closers : [], state.parts) }
    return own.lazy.compactMap(\.action.awaitedStep).first ?? CloseList.newestFirst(parts).lazy.compactMap(\.awaitedStep).first
  }

  /// Remembers how to close something.
  ///
  /// - Returns: Whether it will be; false when the owner has closed already, and the caller has to see to it.
  final func add(_ closer: Closer) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.closers.append(closer)
      if closer.action.isAwaited { state.hasAwaited = true }
      return true
    }
  }

  /// Remembers what was opened inside, until it is forgotten.
  ///
  /// - Returns: Whether it will be closed; false when the owner has closed already.
  final func adopt(_ part: any ClosingPart) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.opened += 1
      state.parts[ObjectIdentifier(part)] = Part(number: state.opened, part: part)
      return true
    }
  }

  /// Forgets what has closed or gone by itself.
  final func forget(_ part: any ClosingPart) {
    state.withLock { _ = $0.parts.removeValue(forKey: ObjectIdentifier(part)) }
  }

  /// Closes: nothing is added from now on. Only the first call hands over anything to be run.
  final func begin() -> Closing {
    closed.store(true, ordering: .releasing)
    let (parts, closers) = state.withLock { state in
      state.isClosed = true
      defer { (state.closers, state.parts) = ([], [:]) }
      return (state.parts, state.closers)
    }
    if parts.isEmpty { return Closing(closers: closers.count < 2 ? closers : closers.reversed()) }
    var closing = Closing()
    for part in CloseList.newestFirst(parts) {
      let inner = part.begin()
      closing.closers += inner.closers
      closing.held += inner.held
    }
    closing.closers += closers.reversed()
    return closing
  }

  // Taken out of the lock first: the last one to hold a part may be the one that looks here, and a part that goes is forgotten.
  private static func newestFirst(_ parts: [ObjectIdentifier: Part]) -> [any ClosingPart] {
    parts.isEmpty ? [] : parts.values.sorted { $0.number > $1.number }.compactMap(\.part)
  }
}
