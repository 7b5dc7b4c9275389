// SPDX-License-Identifier: Apache-2.0
public import DovetailRuntime
public import Synchronization

/// The values that a component has made: the only property that every component must store.
///
/// ```swift
/// final class Garage: Component, Sendable {
///   let instances = Instances()
/// }
/// ```
///
/// The release of the component releases its shared values. See `close()` of ``ComponentPart`` for members that have to be closed first.
public final class Instances: Sendable {
  /// The generations; nearly all components have one.
  // Inert: every replacer of the newest one holds it.
  private struct State: Inert {
    var newest: Generation
    /// Whether there was a read in the newest one.
    var isRead = false
    /// The generations before it, the oldest first. They stay, because a reader takes no lock.
    var older: [Generation] = []
    /// What closes the component, once it closes.
    var closer: Closer?

    /// The newest one that is not younger than an epoch, for a read.
    @inline(__always)
    mutating func generation(at epoch: Int) -> Unheld<Generation> {
      if newest.birth.load(ordering: .relaxed) <= epoch || older.isEmpty {
        isRead = true
        return Unheld(newest)
      }
      return Unheld(older.last { $0.birth.load(ordering: .relaxed) <= epoch } ?? older[0])
    }
  }

  /// A place in a `withOverrides(_:)`, which holds its layers.
  private final class Layer: Sendable {
    unowned let overlay: Overlay
    let replaced: Instances

    init(overlay: Overlay, replaced: Instances) { (self.overlay, self.replaced) = (overlay, replaced) }
  }

  /// See ``table``.
  @usableFromInline let newestTable: Atomic<MemberTable.Handle>
  @usableFromInline let detours = Detours.everywhere
  /// Notes the reads; `nil` if they are not noted.
  package let log: (any ReadLog)?
  /// The observers of made and closed values; `nil` if there are none.
  let observers: ObserverList?
  /// Where these instances belong to, if they replace others in a `withOverrides(_:)`.
  private let inside: Layer?
  /// Whether reads have to look only at the generations.
  private let hasShortWay: Bool
  private let record = CloseRecord()
  private let isOpened = Atomic<Bool>(false)
  private let state: Lock<State>

  /// Creates the instances of a component that has made nothing yet.
  ///
  /// - Parameter observers: Called for every member that is made, for every `onClose` that has run, and for the end of the component. Reads take longer with an
  ///   observer.
  public convenience init(observers: [any Observer] = []) { self.init(log: nil, observers: observers) }

  /// Belongs to `DovetailComponentGraphs`; it is here to say so where the import is missing.
  @available(*, unavailable, message: "import DovetailComponentGraphs, which makes graphs of what is read")
  public convenience init(observing: Bool, observers: [any Observer] = []) { self.init(log: nil, observers: observers) }

  /// - Parameter log: Notes the reads, which take longer then.
  package init(log: (any ReadLog)?, observers: [any Observer]) {
    self.log = log
    self.observers = observers.isEmpty ? nil : ObserverList(observers)
    inside = nil
    newestTable = Atomic(detours.head.pointee.noMembers)
    hasShortWay = log == nil && observers.isEmpty
    state = Lock(State(newest: Generation(noting: log)))
    // The record closes in reverse order: the first entry is the last to close.
    guard let observers = self.observers else { return }
    _ = add(notice: { [unowned self] failures, duration in
      guard let closer = state.withLock({ $0.closer }) else { return }
      let subject = Event.Subject(component: TypeName(component(of: closer) ?? closer.type))
      observers.ended(.closed, of: subject, name(of: closer), failures, after: duration)
    })
  }

  /// Creates the replacement of other instances inside a `withOverrides(_:)`.
  init(over outer: Instances, in overlay: Overlay) {
    (log, observers) = (outer.log, outer.observers)
    inside = Layer(overlay: overlay, replaced: outer)
    newestTable = Atomic(detours.head.pointee.noMembers)
    hasShortWay = false
    state = Lock(State(newest: Generation(replacing: outer.newest.replacements.mapValues(\.inside), noting: outer.log)))
  }

  // MARK: Members

  /// The table of the only generation, where reads look first. Empty before the first read, after the component has closed, and when reads have to look at more
  /// than one generation.
  @inlinable @inline(__always)
  var table: MemberTable.Handle { newestTable.load(ordering: .acquiring) }

  /// The generation that reads belong to, which stays as long as the instances.
  ///
  /// - Parameter epoch: The epoch of the build around the read, noted before.
  private func generation(at epoch: Int) -> Unheld<Generation> {
    table.head.pointee.generation ?? state.withLock { $0.generation(at: epoch) }
  }

  /// The member that a read asks for, made when it is not there.
  ///
  /// - Returns: The member, which the generation holds, and whether it is read for the first time.
  func member(_ read: borrowing MemberRead, at epoch: Int) -> (member: Member.Handle, isNew: Bool) {
    generation(at: epoch).use { member(read, of: $0) }
  }

  /// The same in one of the generations.
  func member(_ read: borrowing MemberRead, of generation: Generation) -> (member: Member.Handle, isNew: Bool) {
    while true {
      // To compare keys is the user's code, which never runs inside the lock: there it is only seen whether another member has come since.
      let (seen, table) = (generation.memberCount, generation.table)
      if let found = table?.find(read) { return (found, false) }
      let member = Member.Handle(read, of: generation)
      let isAdded = state.withLock { state in
        let isAdded = generation.add(member, after: seen)
        if isAdded { publish(state) }
        return isAdded
      }
      if isAdded { return (member, true) }
      member.free()
    }
  }

  /// Opens the fast path, if reads have to look at one generation only.
  private func publish(_ state: State) {
    guard hasShortWay, state.older.isEmpty, !isClosed, let newest = state.newest.table else { return }
    newestTable.store(newest, ordering: .releasing)
  }

  /// Whether a build is running around the caller; all reads belong to its epoch.
  @usableFromInline @inline(never)
  var isPartOfBuild: Bool { MemberChain(detours).epoch != nil }

  /// The sites of the members whose shared value is a given object, in all generations.
  func sites(holding value: Any) -> [MemberSite] {
    guard let object = objectHeld(by: value) else { return [] }
    var sites: [MemberSite] = []
    for generation in generations {
      generation.table?.forEach { member in
        let site = member.head.pointee.site
        if let room = member.head.pointee.value, objectHeld(by: room.boxed(site.value)) === object { sites.append(site) }
      }
    }
    return sites
  }

  /// Whether an object was made, or given, outside of the `withOverrides(_:)` that these instances belong to.
  func isHeldOutside(_ value: Any) -> Bool {
    guard let outer = inside?.replaced, let object = objectHeld(by: value) else { return false }
    let given = outer.newest.replacements.values.lazy.compactMap(\.given)
    return !outer.sites(holding: value).isEmpty || given.contains { objectHeld(by: $0) === object } || outer.isHeldOutside(value)
  }

  // MARK: Generations

  /// The newest generation, for callers that do not read in it.
  var newest: Generation { state.withLock { $0.newest } }

  /// Lets reads belong to a generation that was made after the newest one.
  ///
  /// - Returns: Whether they do; `false` when another generation has become the newest meanwhile.
  func begin(_ generation: Generation, after last: Generation) -> Bool {
    state.withLock { state in
      guard state.newest === last else { return false }
      // A generation without reads has no values to keep, and no readers who could notice the change.
      if state.isRead {
        // Before the epoch: builds that begin in it must not find the table any more.
        newestTable.store(detours.head.pointee.noMembers, ordering: .releasing)
        state.older.append(last)
        generation.birth.store(detours.head.pointee.epochs.add(1, ordering: .acquiringAndReleasing).newValue, ordering: .relaxed)
      } else {
        generation.birth.store(last.birth.load(ordering: .relaxed), ordering: .relaxed)
      }
      state.newest = generation
      state.isRead = generation.table != nil
      publish(state)
      return true
    }
  }

  /// Begins a generation with the replacements of the newest one.
  func renew() {
    while case let last = newest, !begin(Generation(replacing: last.replacements, noting: log), after: last) {}
  }

  // MARK: Closing

  package var isClosed: Bool { record.isClosed }

  /// The same for the component, when these are its instances in a `withOverrides(_:)`.
  var isOwnerClosed: Bool { inside?.replaced.isOwnerClosed ?? isClosed }

  /// Closes the values that were made, outside and in the `withOverrides(_:)` around the caller.
  package func close(_ closer: Closer) throws(CloseError) {
    note(closer)
    if !detours.isQuiet { try CloseError.refuse(Overlay.awaitedStep(of: self), of: name(of: closer)) }
    try closeAtOnce()
  }

  /// The same, and awaits the asynchronous entries and the builds in progress.
  package nonisolated(nonsending) func close(_ closer: Closer) async throws(CloseError) {
    note(closer)
    try await closeAwaiting()
  }

  private func note(_ closer: Closer) { state.withLock { $0.closer = $0.closer ?? closer } }

  /// What has closed the component, or tried to; `nil` before.
  var closer: Closer? { state.withLock { $0.closer ?? inside?.replaced.closer } }

  /// All generations, the oldest first.
  var generations: [Generation] { state.withLock { $0.older + [$0.newest] } }

  /// Closes the parts made before the component with it, after everything else; see ``Component/open(_:)``. A closed component does not take them.
  ///
  /// - Returns: Whether these are the first.
  package func keep(_ parts: CloseList) -> Bool {
    guard !isOpened.exchange(true, ordering: .relaxed) else { return false }
    // An observer's notice of the end is the last to run.
    record.add({ parts.end() }, after: observers == nil ? 0 : 1)
    return true
  }
}

extension Instances: ClosingWhole {
  package var closeOwner: CloseOwner { .named { [self] in closer.map { name(of: $0) } ?? "the component" } }

  package func withRecord<Result, Failure: Error>(
    _ body: (borrowing CloseRecord) throws(Failure) -> Result
  ) throws(Failure) -> Result { try body(record) }

  /// Sends every read down the slow path, which knows that the component has closed.
  package func shut() { state.withLock { _ in newestTable.store(detours.head.pointee.noMembers, ordering: .releasing) } }

  package func unshut() { state.withLock { publish($0) } }

  package func takeOthers() -> PendingCloses {
    detours.isQuiet ? PendingCloses() : Overlay.adding(closingOf: self, to: PendingCloses())
  }

  package func letGoAfterClosing() {}
}

extension Instances: ClosingOwner {
  package func add(_ entry: CloseEntry, keeping keeper: (any AnyObject & Sendable)? = nil) -> Bool {
    if hasShortWay { return record.add(entry, keeping: keeper) }
    return inside?.overlay.add(entry, keeping: keeper, in: self) ?? record.add(entry, keeping: keeper)
  }
}
