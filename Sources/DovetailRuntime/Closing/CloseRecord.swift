// SPDX-License-Identifier: Apache-2.0
public import Synchronization

/// The values made and the parts opened in an owner that will close, what is being built in it, and how far its closing has come.
///
/// To close is: no new work begins, what is being built ends, the parts close, then the values; each newest first. The record holds the facts;
/// ``ClosingWhole`` runs the steps.
@usableFromInline
package struct CloseRecord: ~Copyable, Sendable {
  // Not private: the compiler of Swift 6.3 cannot lay out a lock around a private type in other files.
  // Inert: the entries are handed out when the record closes, and the notes of builds hold slots or sites only.
  @usableFromInline package struct State: Inert {
    /// Whether the entries were handed out: nothing is added from now on.
    @usableFromInline package var isClosed = false
    /// Whether everything is closed.
    var isOver = false
    /// The thread that runs the closing, until it first awaits something; 0 when there is none.
    @usableFromInline var closer: UInt = 0
    var lastBuild = 0
    /// What is being built; mostly there is one build, which needs no collection.
    var build: BuildNote?
    // Optional, because it takes longer to make and to destroy empty collections.
    @usableFromInline package var entries: [CloseEntry]?
    /// The owners of values that lie elsewhere.
    @usableFromInline package var kept: [any AnyObject & Sendable]?
    /// What few owners have.
    var rest: Rest?

    /// Whether something is open or being built inside.
    var isCrowded: Bool { build != nil || rest?.isCrowded ?? false }

    /// What few owners have, made on first use.
    var madeRest: Rest {
      mutating get {
        if let rest { return rest }
        let made = Rest()
        rest = made
        return made
      }
    }

    /// Hands out the tasks that wait for the end of the closing.
    func takeWaiters() -> [CheckedContinuation<Void, Never>] {
      defer { rest?.waiters = [] }
      return rest?.waiters ?? []
    }

    /// Hands out the threads that wait for it.
    func takeParkers() -> [Parker] {
      defer { rest?.parkers = [] }
      return rest?.parkers ?? []
    }

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

    /// Hands out the entries; nothing is added from now on.
    @usableFromInline
    mutating func takeEntries() -> PendingCloses {
      var pending = PendingCloses(entries ?? [], keeping: kept ?? [])
      if kept != nil, let beginning = pending.entries.first?.beginning { pending.entries.append(beginning) }
      (isClosed, entries, kept) = (true, nil, nil)
      return pending
    }
  }

  /// How a closing begins.
  package enum Beginning {
    /// Nothing is open or being built inside: only the entries have to run.
    case alone(PendingCloses)
    /// What is being built and what is open inside has to end first.
    case crowded
    /// The closing would have to await something, or may have to; nothing has changed.
    case refused
    /// A closing has begun before.
    case late
  }

  /// How far a closing is.
  enum Progress {
    case open
    /// It has ended, or this thread runs it.
    case own
    case elsewhere
  }

  @usableFromInline package let closed = Atomic<Bool>(false)
  let openings = Atomic<Int>(0)
  @usableFromInline package let refuses = Atomic<Bool>(false)
  /// Whether a value here may have to be closed by awaiting. Set under the lock, and never unset.
  @usableFromInline package let awaits = Atomic<Bool>(false)
  @usableFromInline package let state = Lock(State())

  @inlinable @inline(__always) package init() {}

  @inlinable deinit { if !isClosed { drop() } }

  // The entries are handed out, so that nothing of the program's is released under the lock.
  @inline(never)
  @usableFromInline package borrowing func drop() { _ = state.withLock { $0.takeEntries() } }

  /// The values to close, and what holds those that lie elsewhere.
  borrowing func contents() -> (entries: [CloseEntry], kept: [any AnyObject & Sendable]) {
    state.withLock { ($0.entries ?? [], $0.kept ?? []) }
  }

  /// Whether its closing has begun: no new work begins.
  @inlinable package var isClosed: Bool { closed.load(ordering: .acquiring) }

  /// Whether it will be closed by code that cannot await.
  @inlinable package var refusesAwaited: Bool { refuses.load(ordering: .acquiring) }

  /// Notes that it will be closed by code that cannot await.
  @inlinable package borrowing func refuseAwaited() { refuses.store(true, ordering: .releasing) }

  /// Whether there may be a value here that can only be closed by awaiting.
  @inlinable package var mayAwait: Bool { awaits.load(ordering: .acquiring) }
}

// What is made inside.
extension CloseRecord {
  /// Remembers how to close something.
  ///
  /// - Parameter keeper: Kept until everything in the owner is closed.
  /// - Returns: Whether it will be closed; `false` when the owner has closed already: the caller has to close it then.
  @inlinable @inline(__always)
  package borrowing func add(_ entry: CloseEntry, keeping keeper: (any AnyObject & Sendable)? = nil) -> Bool {
    state.withLock { state in
      if state.isClosed { return false }
      if state.entries == nil { state.reserve() }
      state.entries?.append(entry)
      if let keeper { state.keep(keeper) }
      if entry.isAwaited { awaits.store(true, ordering: .releasing) }
      return true
    }
  }

  /// Remembers what was made before everything else here but the first entries, and closes after it; does nothing once the owner has closed.
  package borrowing func add(_ earlier: () -> PendingCloses, after first: Int) {
    state.withLock { state in
      guard !state.isClosed, !isClosed else { return }
      let (earlier, entries) = (earlier(), state.entries ?? [])
      state.entries = entries.prefix(first) + earlier.entries + entries.dropFirst(first)
      state.kept = earlier.kept + (state.kept ?? [])
      if earlier.entries.contains(where: \.isAwaited) { awaits.store(true, ordering: .releasing) }
    }
  }

  /// Whether code that does not await may have to be refused.
  package var mayRefuse: Bool { mayAwait || state.withLock { $0.isCrowded } }

  /// The first value that can only be closed by awaiting; `nil` if there is none.
  package var awaitedStep: ResolutionError.Step? {
    guard mayAwait else { return nil }
    // Entries do not hold their actions, and another thread may close the owner now.
    let (entries, kept) = contents()
    defer { withExtendedLifetime(kept) {} }
    return entries.lazy.compactMap(\.awaitedStep).first
  }

  /// The binds and members whose values are to be closed; what only tells observers is none.
  package var lostSteps: [ResolutionError.Step] {
    let (entries, kept) = contents()
    defer { withExtendedLifetime(kept) {} }
    return entries.compactMap { $0.action.use { $0 is CloseClosure || $0 is CloseNotice ? nil : $0.step } }
  }
}

// The phases of the closing.
extension CloseRecord {
  /// Begins to close: no new work begins. Only the first call does.
  ///
  /// - Parameter isRefused: Whether the closing is left alone when it may have to await something.
  package borrowing func begin(unlessAwaiting isRefused: Bool) -> Beginning {
    state.withLock { state in
      if isClosed { return .late }
      let isCrowded = state.isCrowded
      if isRefused && (isCrowded || mayAwait) { return .refused }
      shut(&state)
      return isCrowded ? .crowded : .alone(state.takeEntries())
    }
  }

  /// Begins to close as ``begin(unlessAwaiting:)`` does, and leaves the entries.
  ///
  /// - Returns: Whether this call has begun.
  borrowing func claim() -> Bool {
    state.withLock { state in
      if isClosed { return false }
      shut(&state)
      return true
    }
  }

  /// Notes that this thread closes from now on.
  @inline(__always)
  private borrowing func shut(_ state: inout State) {
    closed.store(true, ordering: .releasing)
    state.closer = ThreadID.current.word
  }

  /// Takes the beginning back, before anything was closed. Those who wait for the end try for themselves.
  borrowing func reopen() {
    let (waiters, parkers) = state.withLock { state in
      closed.store(false, ordering: .releasing)
      state.closer = 0
      return (state.takeWaiters(), state.takeParkers())
    }
    for waiter in waiters { waiter.resume() }
    for parker in parkers { parker.wake() }
  }

  /// Hands out the entries; nothing is added from now on.
  borrowing func takeEntries() -> PendingCloses { state.withLock { $0.takeEntries() } }

  /// Notes that the closing now awaits something, and so belongs to no thread.
  package borrowing func leaveThread() {
    let parkers = state.withLock { state in
      state.closer = 0
      return state.takeParkers()
    }
    for parker in parkers { parker.wake() }
  }

  /// Notes that everything is closed, and lets those who wait go on.
  package borrowing func finish() {
    let rest = state.withLock { state in
      (state.isOver, state.closer) = (true, 0)
      defer { state.rest = nil }
      return state.rest
    }
    for waiter in rest?.waiters ?? [] { waiter.resume() }
    for parker in rest?.parkers ?? [] { parker.wake() }
  }

  /// How far the closing is, at one moment: it may be taken back at any time before it has ended.
  var progress: Progress {
    state.withLock { state in
      if !isClosed { return .open }
      return state.isOver || state.closer == ThreadID.current.word ? .own : .elsewhere
    }
  }

  /// Resumes a continuation when the closing in progress has ended, or was taken back.
  borrowing func wait(_ continuation: CheckedContinuation<Void, Never>) {
    let isOver = state.withLock { state in
      if state.isOver || !isClosed { return true }
      state.madeRest.waiters.append(continuation)
      return false
    }
    if isOver { continuation.resume() }
  }

  /// Waits, as a thread, for the end of a closing that another thread runs, or for its being taken back.
  ///
  /// - Returns: Whether that was possible; `false` when a task runs the closing, which may need this thread.
  borrowing func parkUntilClosed() -> Bool {
    let (parker, isPossible) = state.withLock { state -> (Parker?, Bool) in
      if !isClosed || state.isOver || state.closer == ThreadID.current.word { return (nil, true) }
      if state.closer == 0 { return (nil, false) }
      let parker = Parker()
      state.madeRest.parkers.append(parker)
      return (parker, true)
    }
    parker?.park()
    return isPossible
  }
}
