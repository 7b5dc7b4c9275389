// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// What has one end: a container, an open scope, a component. It knows what was made and opened in it, what is being built, and how far its closing has come.
///
/// To close is: no new work begins, what is being built ends, what was opened inside closes, then the values; each newest first. The lifetime holds the facts;
/// ``Closing`` runs the steps.
package final class Lifetime: Sendable {
  // Inert: the entries are handed out when the lifetime closes, the notes of builds hold slots or sites only, and who closes a part holds it.
  struct State: Inert {
    /// Whether the entries were handed out: nothing is added from now on.
    var isEmptied = false
    /// Whether everything is closed.
    var isOver = false
    /// The thread that runs the closing, until it first awaits something.
    var closer: ThreadID?
    /// The closing, once tasks run it.
    var closing: Build?
    /// Whether somebody waits for the end of the closing.
    var isAwaited = false
    /// What closes as soon as this is closed: hooks of this closing have begun those.
    var followers: [any Closing] = []
    var entries: [CloseEntry] = []
    var builds: [BuildNote] = []
    var lastBuild = 0
    /// What is open inside, by the order of the openings.
    var parts: [Int: Part] = [:]

    /// Whether something is open or being built inside.
    var isCrowded: Bool { !builds.isEmpty || !parts.isEmpty }

    /// Hands out the entries; nothing is added from now on.
    mutating func takeEntries() -> PendingCloses {
      let pending = PendingCloses(entries)
      entries.first?.action.begin()
      (isEmptied, entries) = (true, [])
      return pending
    }

    /// The closing in progress, for the wait graph.
    func run(of owner: CloseOwner) -> Build? { closing ?? closer.map { Build(.closing(owner), by: $0) } }

    /// Notes who runs the closing from now on.
    ///
    /// - Returns: Whether somebody waits.
    mutating func pass(to closing: Build?, _ closer: ThreadID? = nil) -> Bool {
      defer { (self.closer, self.closing, isAwaited) = (closer, closing, false) }
      return isAwaited
    }
  }

  /// How far a closing is.
  enum Progress {
    case open
    /// It waits for this code.
    case own
    case elsewhere
    case over
  }

  let closed = Atomic<Bool>(false)
  private let openings = Atomic<Int>(0)
  /// Whether a value here may have to be closed by awaiting. Set under the lock, and never unset.
  private let awaits = Atomic<Bool>(false)
  let state = Lock(State())

  package init() {}

  /// Whether its closing has begun: no new work begins.
  package var isClosed: Bool { closed.load(ordering: .acquiring) }

  /// Whether everything is closed.
  package var isEnded: Bool { state.withLock { $0.isOver } }

  /// Whether its entries were handed out: its closing is not taken back any more.
  package var isEmptied: Bool { state.withLock { $0.isEmptied } }

  /// The position of a part that opens now in the order of openings.
  package func nextOpening() -> Int { openings.add(1, ordering: .relaxed).newValue }
}

// What is made inside.
extension Lifetime {
  /// Remembers how to close a value.
  ///
  /// - Returns: Whether it will be closed; `false` when everything has closed already: the caller has to close it then.
  package func add(_ entry: CloseEntry) -> Bool {
    state.withLock { state in
      if state.isEmptied { return false }
      state.entries.append(entry)
      if entry.action.isAwaited { awaits.store(true, ordering: .releasing) }
      return true
    }
  }

  /// Runs a closure with all failures, and the time that the closing took, when the owner has closed. To be added before everything else.
  ///
  /// - Returns: Whether it will run; `false` when the owner has closed already.
  package func add(notice body: @escaping @Sendable ([CloseError.Failure], Duration) -> Void) -> Bool {
    add(CloseEntry(CloseNotice(body)))
  }

  /// Remembers what was made before everything else here but the first entries, and closes after it; does nothing once the owner has closed.
  package func add(_ earlier: () -> PendingCloses, after first: Int) {
    state.withLock { state in
      guard !state.isEmptied, !isClosed else { return }
      let earlier = earlier().entries
      state.entries.insert(contentsOf: earlier, at: min(first, state.entries.count))
      if earlier.contains(where: \.action.isAwaited) { awaits.store(true, ordering: .releasing) }
    }
  }

  /// Ends it at once, and hands out its entries.
  package func end() -> PendingCloses { begin() ? takeEntries() : PendingCloses() }

  /// Whether something is open or being built inside.
  var isCrowded: Bool { state.withLock { $0.isCrowded } }

  /// Whether code that does not await may have to be refused.
  package var mayRefuse: Bool { awaits.load(ordering: .acquiring) || isCrowded }

  /// The first value that can only be closed by awaiting; `nil` if there is none.
  var awaitedStep: ResolutionError.Step? {
    guard awaits.load(ordering: .acquiring) else { return nil }
    return state.withLock { $0.entries }.first { $0.action.isAwaited }?.action.step
  }
}

// The phases of the closing.
extension Lifetime {
  /// Begins to close: no new work begins. Only the first call does.
  ///
  /// - Parameter isSimple: Whether it begins only if nothing is open or being built inside, and nothing has to be awaited.
  /// - Returns: Whether this call has begun.
  func begin(ifSimple isSimple: Bool = false) -> Bool {
    state.withLock { state in
      if isClosed || isSimple && (state.isCrowded || awaits.load(ordering: .acquiring)) { return false }
      closed.store(true, ordering: .releasing)
      state.closer = .current
      return true
    }
  }

  /// Takes the beginning back, before anything was closed. Those who wait for the end try for themselves.
  func reopen() {
    let isAwaited = state.withLock { state in
      closed.store(false, ordering: .releasing)
      return state.pass(to: nil)
    }
    if isAwaited { wake() }
  }

  /// Hands out the entries; nothing is added from now on.
  func takeEntries() -> PendingCloses { state.withLock { $0.takeEntries() } }

  /// Notes that tasks run the closing from now on. Those who wait look again.
  func pass(to closing: Build) {
    let (isAwaited, followers) = state.withLock { ($0.pass(to: closing), $0.followers) }
    if isAwaited { wake() }
    for follower in followers { follower.lifetime.await(self, of: .container) }
  }

  /// Notes that this thread goes on with the closing.
  func passToThread() { if state.withLock({ $0.pass(to: nil, .current) }) { wake() } }

  /// Notes that everything is closed, and lets those who wait go on.
  ///
  /// - Returns: What closes now.
  func finish() -> [any Closing] {
    let (parts, followers, isAwaited) = state.withLock { state in
      state.isOver = true
      defer { (state.parts, state.followers) = ([:], []) }
      return (state.parts, state.followers, state.pass(to: nil))
    }
    withExtendedLifetime(parts) {}
    if isAwaited { wake() }
    return followers
  }

  /// Begins a closing as soon as this one has ended, which waits for it until then.
  ///
  /// - Returns: `false` when this one has ended already.
  func precede(_ closing: any Closing, of owner: CloseOwner) -> Bool {
    let precedes = state.withLock { state in
      if state.isOver { return false }
      state.followers.append(closing)
      return true
    }
    if precedes { closing.lifetime.await(self, of: owner) }
    return precedes
  }

  /// How far the closing is, at one moment: it may be taken back at any time before it has ended.
  var progress: Progress {
    let (isOver, closer, closing) = state.withLock { ($0.isOver, $0.closer, $0.closing) }
    if isOver { return .over }
    if !isClosed { return .open }
    return closer == .current || closing?.waitsForThisCode ?? false ? .own : .elsewhere
  }
}

// Who waits for the end of the closing.
extension Lifetime {
  private var address: UInt { UInt(bitPattern: ObjectIdentifier(self)) }

  private func wake() { WaitGraph.end(address, with: .success(())) }

  /// - Returns: Whether the waiter will be woken; `false` when no closing is in progress.
  /// - Throws: A cycle, when the closing waits for the waiter.
  private func join(_ waiter: Waiter, _ closing: (borrowing State) -> Build?) throws(ResolutionError) -> Bool {
    try state.withLock { state throws(ResolutionError) in
      guard isClosed, !state.isOver, let build = closing(state) else { return false }
      let joins = try WaitGraph.join(address, waiter) { build }
      if joins { state.isAwaited = true }
      return joins
    }
  }

  /// Notes that a build or another closing waits for this one.
  func note(_ waiter: Waiter, _ owner: CloseOwner) {
    _ = try? join(waiter) { $0.run(of: owner) }
  }

  /// Notes that the closing, which tasks run, waits for another one.
  private func await(_ other: Lifetime, of owner: CloseOwner) {
    if let closing = state.withLock({ $0.closing }) { other.note(Waiter(partOf: closing), owner) }
  }

  /// Waits, as a task, until the closing in progress has ended or was taken back; not at all when it waits for this code.
  nonisolated(nonsending) func awaitClosing(of owner: CloseOwner) async {
    _ = await Waiter(partOf: Build.current).waits { waiter throws(ResolutionError) in
      try join(waiter) { $0.run(of: owner) }
    }
  }

  /// Waits, as a thread, for the end of a closing that another thread runs, or for its being taken back.
  ///
  /// - Returns: Whether that was possible; `false` when a task runs the closing, which may need this thread, and when the other thread waits for this one.
  func parkUntilClosed(_ owner: CloseOwner) -> Bool {
    let ends = Waiter(.current).parks { waiter throws(ResolutionError) in
      try join(waiter) { state in state.closer.flatMap { $0 == .current ? nil : Build(.closing(owner), by: $0) } }
    }
    return ends && state.withLock { $0.closing == nil }
  }
}
