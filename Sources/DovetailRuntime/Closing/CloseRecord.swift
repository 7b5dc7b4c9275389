// SPDX-License-Identifier: Apache-2.0
public import Synchronization

/// The values made and the parts opened in an owner that will close, and whether it has closed.
@usableFromInline
package struct CloseRecord: ~Copyable, Sendable {
  // Not private: the compiler of Swift 6.3 cannot lay out a lock around a private type in other files.
  // Inert: the entries are handed out when the record closes.
  @usableFromInline package struct State: Inert {
    @usableFromInline package var isClosed = false
    package var opened = 0
    // Optional, because it takes longer to make and to destroy empty collections.
    @usableFromInline package var entries: [CloseEntry]?
    @usableFromInline package var parts: [ObjectIdentifier: Part]?
    /// The owners of values that lie elsewhere.
    @usableFromInline package var kept: [any AnyObject & Sendable]?

    /// Makes room for entries; it takes one allocation for most owners.
    @inline(never)
    @usableFromInline mutating func reserve() {
      var entries: [CloseEntry] = []
      entries.reserveCapacity(8)
      self.entries = entries
    }

    @inline(never)
    @usableFromInline mutating func keep(_ keeper: any AnyObject & Sendable) {
      if kept == nil { kept = [] }
      kept?.append(keeper)
    }

    /// Nothing is added from now on. Returns the contents, the first time.
    @inlinable @inline(__always)
    mutating func end() -> State {
      let ended = self
      (isClosed, entries, parts, kept) = (true, nil, nil, nil)
      return ended
    }
  }

  /// Held weakly: the code that opened it holds it, and may drop it without closing it.
  @usableFromInline package struct Part: Sendable {
    package let number: Int
    package weak var part: (any ClosingPart)?
  }

  @usableFromInline package let closed = Atomic<Bool>(false)
  @usableFromInline package let refuses = Atomic<Bool>(false)
  /// Whether a value here, or in a part, may have to be closed by awaiting. Set under the lock, and never unset.
  @usableFromInline package let awaits = Atomic<Bool>(false)
  @usableFromInline package let state = Lock(State())

  @inlinable @inline(__always) package init() {}

  @inlinable deinit { if !isClosed { drop() } }

  @inline(never)
  @usableFromInline package borrowing func drop() { _ = state.withLock { $0.end() } }

  @inlinable package var isClosed: Bool { closed.load(ordering: .acquiring) }

  /// Whether it will be closed by code that cannot await.
  @inlinable package var refusesAwaited: Bool { refuses.load(ordering: .acquiring) }

  /// Notes that it will be closed by code that cannot await.
  @inlinable package borrowing func refuseAwaited() { refuses.store(true, ordering: .releasing) }

  /// Whether there may be a value, here or in a part, that can only be closed by awaiting.
  @inlinable package var mayAwait: Bool { awaits.load(ordering: .acquiring) }

  /// The first value that can only be closed by awaiting; `nil` if there is none.
  package var awaitedStep: ResolutionError.Step? {
    // Entries do not hold their actions, and another thread may close the owner now.
    let (entries, parts, kept) = state.withLock { (mayAwait ? $0.entries ?? [] : [], $0.parts, $0.kept) }
    defer { withExtendedLifetime(kept) {} }
    return entries.lazy.compactMap(\.awaitedStep).first ?? CloseRecord.newestFirst(parts).lazy.compactMap(\.awaitedStep).first
  }

  /// Remembers how to close something.
  ///
  /// - Parameter keeper: Kept until everything in the owner is closed.
  /// - Returns: Whether it will be closed; `false` when the owner has closed already: the caller has to close it then.
  @inlinable @inline(__always)
  package borrowing func add(_ entry: CloseEntry, keeping keeper: (any AnyObject & Sendable)? = nil) -> Bool {
    state.withLock { state in
      if unlikely(state.isClosed) { return false }
      if unlikely(state.entries == nil) { state.reserve() }
      state.entries?.append(entry)
      if let keeper { state.keep(keeper) }
      if entry.isAwaited { awaits.store(true, ordering: .releasing) }
      return true
    }
  }

  /// Remembers what was made before everything else here but the first entries, and closes after it; does nothing once the owner has closed.
  package borrowing func add(_ earlier: () -> PendingCloses, after first: Int) {
    state.withLock { state in
      guard !state.isClosed else { return }
      let (earlier, entries) = (earlier(), state.entries ?? [])
      state.entries = entries.prefix(first) + earlier.entries + entries.dropFirst(first)
      state.kept = earlier.kept + (state.kept ?? [])
      if earlier.entries.contains(where: \.isAwaited) { awaits.store(true, ordering: .releasing) }
    }
  }

  /// Remembers a part opened inside, until it is forgotten.
  ///
  /// - Returns: Whether it will be closed; false when the owner has closed already.
  package borrowing func adopt(_ part: any ClosingPart) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.opened += 1
      awaits.store(true, ordering: .releasing)
      if state.parts == nil { state.parts = [:] }
      state.parts?[ObjectIdentifier(part)] = Part(number: state.opened, part: part)
      return true
    }
  }

  /// Forgets a part that has closed or was released.
  package borrowing func forget(_ part: any ClosingPart) {
    state.withLock { _ = $0.parts?.removeValue(forKey: ObjectIdentifier(part)) }
  }

  /// Closes: nothing is added from now on. Only the first call returns entries to run.
  @_optimize(speed)
  @inlinable package borrowing func begin() -> PendingCloses { begin(unlessAwaiting: false) ?? PendingCloses() }

  /// Closes as ``begin()`` does if no value may have to be awaited; otherwise returns `nil` and does nothing.
  @_optimize(speed)
  package borrowing func beginUnlessAwaiting() -> PendingCloses? { begin(unlessAwaiting: true) }

  @inlinable @inline(__always)
  package borrowing func begin(unlessAwaiting isRefused: Bool) -> PendingCloses? {
    let ended: State? = state.withLock { state in
      if isRefused, mayAwait { return nil }
      defer { closed.store(true, ordering: .releasing) }
      return state.end()
    }
    guard let ended else { return nil }
    let own = PendingCloses(ended.entries ?? [], keeping: ended.kept ?? [])
    return unlikely(ended.parts != nil || ended.kept != nil) ? CloseRecord.begin(ended.parts, before: own) : own
  }

  /// Closes the parts open inside. They close first, so their entries come last; but for the one that begins the closing.
  @inline(never)
  @usableFromInline
  package static func begin(_ parts: [ObjectIdentifier: Part]?, before own: PendingCloses) -> PendingCloses {
    var all = newestFirst(parts).map { $0.begin() }.reversed().reduce(into: own) { $0.append($1) }
    if let beginning = own.entries.first?.beginning { all.entries.append(beginning) }
    return all
  }

  // Called outside the lock: this code may release the last reference to a part, which then calls `forget(_:)`.
  private static func newestFirst(_ parts: [ObjectIdentifier: Part]?) -> [any ClosingPart] {
    guard let parts = parts.map({ Array($0.values) }) else { return [] }
    return sortedPlaces(parts.count) { parts[$0].number > parts[$1].number }.compactMap { parts[$0].part }
  }
}
