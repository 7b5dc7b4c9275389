// SPDX-License-Identifier: Apache-2.0
public import Synchronization

/// The values made and the parts opened in an owner that will close, and whether it has closed.
///
/// Values that lie in the memory of the owner are noted there as well, one after the other, as long as there is room.
@usableFromInline
package struct CloseRecord: ~Copyable, Sendable {
  // Not private: the compiler of Swift 6.3 cannot lay out a lock around a private type in other files.
  // Inert: the held object is handed out when the record closes.
  // SAFETY: the held object is only touched under the record's lock.
  @usableFromInline package struct State: @unchecked Sendable, Inert {
    @usableFromInline package var isClosed = false
    @usableFromInline package var hasAwaited = false
    /// The number of used places in the room.
    @usableFromInline package var placed = 0
    /// The entries outside the memory of the owner. Most scopes have none. The record holds it until it has closed.
    @usableFromInline package var held: Unmanaged<RareEntries>?

    package var rare: RareEntries? { held?.takeUnretainedValue() }

    /// Whether there may be a value that can only be closed by awaiting.
    @inlinable package var mayAwait: Bool { hasAwaited || held != nil }

    /// Nothing is added from now on. Returns the places that are taken, the first time.
    @inlinable @inline(__always)
    package mutating func close(_ room: ClosingPlaces) -> ClosingPlaces {
      isClosed = true
      defer { placed = 0 }
      return room.first(placed)
    }

    /// Returns the entries outside the memory of the owner, made on first use.
    package mutating func makeRare() -> RareEntries {
      if let rare { return rare }
      let made = RareEntries()
      held = .passRetained(made)
      return made
    }

    @usableFromInline package mutating func takeRare() -> RareEntries? {
      defer { held = nil }
      return held?.takeRetainedValue()
    }

    @inlinable @inline(__always)
    package mutating func put(_ place: ClosingPlace, in room: ClosingPlaces) {
      room.put(place, at: placed)
      placed += 1
    }

    /// Remembers a place in the room, or after the values made since the room was used up.
    @inline(never)
    @usableFromInline package mutating func append(_ place: ClosingPlace, in room: ClosingPlaces) {
      let rare = makeRare()
      if rare.entries.isEmpty, placed < room.count { put(place, in: room) } else { rare.entries.append(.place(place)) }
    }
  }

  /// The entries of an owner that do not lie in its memory.
  // SAFETY: only touched under the record's lock, and by the thread that has taken it out of there.
  @usableFromInline package final class RareEntries: @unchecked Sendable {
    /// The values made elsewhere, after the room was used up, or after another value of this list.
    package var entries: [CloseEntry] = []
    package var parts: [ObjectIdentifier: Part] = [:]
    package var opened = 0
  }

  /// The contents that a record hands over when it closes.
  @usableFromInline package struct Ended: Sendable {
    /// The values in the memory of the owner. They were made before all others.
    @usableFromInline package var places: ClosingPlaces
    @usableFromInline package let rare: RareEntries?

    @inlinable
    package init(places: ClosingPlaces, rare: RareEntries?) {
      self.places = places
      self.rare = rare
    }

    /// All of it, as the closing to run.
    @inlinable package var closing: PendingCloses { rare.map(closing) ?? PendingCloses(places: places) }

    @inline(never)
    @usableFromInline package func closing(_ rare: RareEntries) -> PendingCloses {
      let own = PendingCloses(places: places, entries: rare.entries)
      // The parts open inside close first, so they come last.
      return CloseRecord.newestFirst(rare.parts).map { $0.begin() }.reversed().reduce(into: own) { $0.append($1) }
    }
  }

  /// Held weakly: the code that opened it holds it, and may drop it without closing it.
  package struct Part: Sendable {
    package let number: Int
    package weak var part: (any ClosingPart)?
  }

  @usableFromInline package let room: ClosingPlaces
  @usableFromInline package let closed = Atomic<Bool>(false)
  @usableFromInline package let refuses = Atomic<Bool>(false)
  @usableFromInline package let state = Lock(State())

  /// - Parameter room: Memory of the owner, for as many values as are expected.
  @inlinable package init(_ room: ClosingPlaces = ClosingPlaces()) { self.room = room }

  @inlinable deinit { if !isClosed { drop() } }

  @inline(never)
  @usableFromInline package borrowing func drop() { _ = state.withLock { $0.takeRare() } }

  @inlinable package var isClosed: Bool { closed.load(ordering: .acquiring) }

  /// Whether it will be closed by code that cannot await.
  @inlinable package var refusesAwaited: Bool { refuses.load(ordering: .acquiring) }

  /// Notes that it will be closed by code that cannot await.
  package borrowing func refuseAwaited() { refuses.store(true, ordering: .releasing) }

  /// The first value that can only be closed by awaiting; `nil` if there is none.
  package var awaitedStep: ResolutionError.Step? { mayAwait ? findAwaited() : nil }

  /// Whether there may be a value that can only be closed by awaiting.
  @inlinable package var mayAwait: Bool { state.withLock { $0.mayAwait } }

  @inline(never)
  @usableFromInline package borrowing func findAwaited() -> ResolutionError.Step? {
    let (own, parts) = state.withLock { [room] state in
      let closing = PendingCloses(places: room.first(state.placed), entries: state.rare?.entries ?? [])
      return (state.hasAwaited ? closing : nil, state.rare?.parts ?? [:])
    }
    return own?.awaitedStep ?? CloseRecord.newestFirst(parts).lazy.compactMap(\.awaitedStep).first
  }

  /// Remembers how to close something.
  ///
  /// - Returns: Whether it will be closed; `false` when the owner has closed already: the caller has to close it then.
  package borrowing func add(_ entry: CloseEntry) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.makeRare().entries.append(entry)
      if entry.awaitedStep != nil { state.hasAwaited = true }
      return true
    }
  }

  /// Remembers how to close a value in the memory of the owner.
  ///
  /// - Returns: As ``add(_:)`` does.
  @inlinable package borrowing func add(_ place: ClosingPlace) -> Bool {
    state.withLock { [room] state in
      if unlikely(state.isClosed) { return false }
      if unlikely(state.held != nil || state.placed >= room.count) {
        state.append(place, in: room)
      } else {
        state.put(place, in: room)
      }
      if place.isAwaited { state.hasAwaited = true }
      return true
    }
  }

  /// Remembers a part opened inside, until it is forgotten.
  ///
  /// - Returns: Whether it will be closed; false when the owner has closed already.
  package borrowing func adopt(_ part: any ClosingPart) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      let rare = state.makeRare()
      rare.opened += 1
      rare.parts[ObjectIdentifier(part)] = Part(number: rare.opened, part: part)
      return true
    }
  }

  /// Forgets a part that has closed or was released.
  @inline(never)
  package borrowing func forget(_ part: any ClosingPart) {
    state.withLock { _ = $0.rare?.parts.removeValue(forKey: ObjectIdentifier(part)) }
  }

  /// Closes: nothing is added from now on. Only the first call returns entries to run.
  @inlinable package borrowing func begin() -> PendingCloses { end().closing }

  /// Closes as ``begin()`` does if no value may have to be awaited; otherwise returns `nil` and does nothing.
  package borrowing func beginUnlessAwaiting() -> PendingCloses? {
    let places: ClosingPlaces? = state.withLock { [room] state in
      if state.mayAwait { return nil }
      closed.store(true, ordering: .releasing)
      return state.close(room)
    }
    return places.map { PendingCloses(places: $0) }
  }

  /// Closes as ``begin()`` does, and returns the contents.
  @inlinable @inline(__always)
  package borrowing func end() -> Ended {
    closed.store(true, ordering: .releasing)
    return state.withLock { [room] state in Ended(places: state.close(room), rare: state.takeRare()) }
  }

  // Called outside the lock: this code may release the last reference to a part, which then calls `forget(_:)`.
  fileprivate static func newestFirst(_ parts: [ObjectIdentifier: Part]) -> [any ClosingPart] {
    if parts.isEmpty { return [] }
    return parts.values.sorted { $0.number > $1.number }.compactMap(\.part)
  }
}
