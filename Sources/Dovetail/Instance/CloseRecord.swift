// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// What has been made and opened in something that will close, and whether it has.
struct CloseRecord: ~Copyable, Sendable {
  // Not private: the compiler of Swift 6.3 cannot lay out a lock around a private type in other files.
  struct State: Sendable {
    var isClosed = false
    var refusesAwaited = false
    var hasAwaited = false
    var closers: [Closer] = []
    var parts = [ObjectIdentifier: Part]()
    var opened = 0
  }

  /// Held weakly: whoever opened it holds it, and may drop it without closing it.
  struct Part: Sendable {
    let number: Int
    weak var part: (any ClosingPart)?
  }

  private let closed = Atomic<Bool>(false)
  private let state = Lock(State())

  var isClosed: Bool { closed.load(ordering: .acquiring) }

  /// Whether it will be closed by code that cannot await.
  var refusesAwaited: Bool { state.withLock { $0.refusesAwaited } }

  /// Notes that it will be closed by code that cannot await.
  borrowing func refuseAwaited() { state.withLock { $0.refusesAwaited = true } }

  /// What can only be closed by awaiting; `nil` when there is nothing of it.
  var awaitedStep: ResolutionError.Step? {
    let (own, parts) = state.withLock { state in (state.hasAwaited ? state.closers : [], state.parts) }
    if own.isEmpty, parts.isEmpty { return nil }
    return own.lazy.compactMap(\.awaitedStep).first ?? CloseRecord.newestFirst(parts).lazy.compactMap(\.awaitedStep).first
  }

  /// Remembers how to close something.
  ///
  /// - Returns: Whether it will be; false when the owner has closed already, and the caller has to see to it.
  borrowing func add(_ closer: Closer) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.closers.append(closer)
      if closer.awaitedStep != nil { state.hasAwaited = true }
      return true
    }
  }

  /// Remembers how to close what lies in memory that closes with it; see ``Closer/place(_:_:)``.
  ///
  /// - Parameter expected: How many there may be.
  /// - Returns: As ``add(_:)`` does.
  borrowing func add(
    _ action: Unmanaged<CloseAction>, at memory: UnsafeMutableRawPointer, expecting expected: Int
  ) -> Bool {
    let isAwaited = action._withUnsafeGuaranteedRef { $0.isAwaited }
    return state.withLock { [place = Place(action: action, memory: memory)] state in
      guard !state.isClosed else { return false }
      if state.closers.isEmpty { state.closers.reserveCapacity(expected) }
      state.closers.append(.place(place.action, place.memory))
      if isAwaited { state.hasAwaited = true }
      return true
    }
  }

  // SAFETY: only handed into the closure above.
  private struct Place: @unchecked Sendable {
    let action: Unmanaged<CloseAction>
    let memory: UnsafeMutableRawPointer
  }

  /// Remembers what was opened inside, until it is forgotten.
  ///
  /// - Returns: Whether it will be closed; false when the owner has closed already.
  borrowing func adopt(_ part: any ClosingPart) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.opened += 1
      state.parts[ObjectIdentifier(part)] = Part(number: state.opened, part: part)
      return true
    }
  }

  /// Forgets what has closed or gone by itself.
  borrowing func forget(_ part: any ClosingPart) {
    state.withLock { _ = $0.parts.removeValue(forKey: ObjectIdentifier(part)) }
  }

  /// Closes: nothing is added from now on. Only the first call hands over anything to be run.
  borrowing func begin() -> Closing {
    closed.store(true, ordering: .releasing)
    let (parts, closers) = state.withLock { state in
      state.isClosed = true
      defer { (state.closers, state.parts) = ([], Dictionary()) }
      return (state.parts, state.closers)
    }
    var closing = Closing(closers: closers)
    if parts.isEmpty { return closing }
    // What is open inside closes first, so it comes last.
    let inner = CloseRecord.newestFirst(parts).map { $0.begin() }
    for inner in inner.reversed() {
      closing.closers += inner.closers
      closing.held += inner.held
    }
    return closing
  }

  // Taken out of the lock first: the last one to hold a part may be the one that looks here, and a part that goes is forgotten.
  private static func newestFirst(_ parts: [ObjectIdentifier: Part]) -> [any ClosingPart] {
    parts.isEmpty ? [] : parts.values.sorted { $0.number > $1.number }.compactMap(\.part)
  }
}
