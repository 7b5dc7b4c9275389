// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// What has been made and opened in something that will close, and whether it has.
///
/// Values that lie in the memory of the owner are noted there as well, one behind the other, as long as there is room.
struct CloseRecord: ~Copyable, Sendable {
  // Not private: the compiler of Swift 6.3 cannot lay out a lock around a private type in other files.
  struct State: Sendable {
    var isClosed = false
    var hasAwaited = false
    /// How many places in the room are taken.
    var placed = 0
    /// What does not lie in the memory of the owner, or was made after the room was used up or after something that is here.
    var closers: [Closer] = []
    // Most owners never open anything inside.
    var parts: [ObjectIdentifier: Part]?
    var opened = 0

    @inline(never)
    mutating func append(_ place: ClosingPlace) { closers.append(.place(place)) }
  }

  /// Held weakly: whoever opened it holds it, and may drop it without closing it.
  struct Part: Sendable {
    let number: Int
    weak var part: (any ClosingPart)?
  }

  private let room: ClosingPlaces
  private let closed = Atomic<Bool>(false)
  private let refuses = Atomic<Bool>(false)
  private let state = Lock(State())

  /// - Parameter room: Memory of the owner, for as many values as are expected.
  init(_ room: ClosingPlaces = ClosingPlaces()) { self.room = room }

  var isClosed: Bool { closed.load(ordering: .acquiring) }

  /// Whether it will be closed by code that cannot await.
  var refusesAwaited: Bool { refuses.load(ordering: .acquiring) }

  /// Notes that it will be closed by code that cannot await.
  borrowing func refuseAwaited() { refuses.store(true, ordering: .releasing) }

  /// What can only be closed by awaiting; `nil` when there is nothing of it.
  var awaitedStep: ResolutionError.Step? {
    let (own, parts) = state.withLock { [room] state in
      (state.hasAwaited ? Closing(places: room.first(state.placed), closers: state.closers) : nil, state.parts)
    }
    if own == nil, parts == nil { return nil }
    return own?.awaitedStep ?? CloseRecord.newestFirst(parts).lazy.compactMap(\.awaitedStep).first
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

  /// Remembers how to close what lies in the memory of the owner.
  ///
  /// - Returns: As ``add(_:)`` does.
  borrowing func add(_ place: ClosingPlace) -> Bool {
    state.withLock { [room] state in
      guard !state.isClosed else { return false }
      if state.closers.isEmpty, state.placed < room.count {
        room.put(place, at: state.placed)
        state.placed += 1
      } else {
        state.append(place)
      }
      if place.isAwaited { state.hasAwaited = true }
      return true
    }
  }

  /// Remembers what was opened inside, until it is forgotten.
  ///
  /// - Returns: Whether it will be closed; false when the owner has closed already.
  borrowing func adopt(_ part: any ClosingPart) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.opened += 1
      state.parts = state.parts ?? [:]
      state.parts?[ObjectIdentifier(part)] = Part(number: state.opened, part: part)
      return true
    }
  }

  /// Forgets what has closed or gone by itself.
  borrowing func forget(_ part: any ClosingPart) {
    state.withLock { _ = $0.parts?.removeValue(forKey: ObjectIdentifier(part)) }
  }

  /// Closes: nothing is added from now on. Only the first call hands over anything to be run.
  borrowing func begin() -> Closing {
    closed.store(true, ordering: .releasing)
    let (parts, own) = state.withLock { [room] state in
      state.isClosed = true
      defer { (state.placed, state.closers, state.parts) = (0, [], nil) }
      return (state.parts, Closing(places: room.first(state.placed), closers: state.closers))
    }
    return parts == nil ? own : CloseRecord.closing(parts, before: own)
  }

  @inline(never)
  private static func closing(_ parts: [ObjectIdentifier: Part]?, before own: Closing) -> Closing {
    // What is open inside closes first, so it comes last.
    newestFirst(parts).map { $0.begin() }.reversed().reduce(into: own) { $0.append($1) }
  }

  // Taken out of the lock first: the last one to hold a part may be the one that looks here, and a part that goes is forgotten.
  private static func newestFirst(_ parts: [ObjectIdentifier: Part]?) -> [any ClosingPart] {
    guard let parts, !parts.isEmpty else { return [] }
    return parts.values.sorted { $0.number > $1.number }.compactMap(\.part)
  }
}
