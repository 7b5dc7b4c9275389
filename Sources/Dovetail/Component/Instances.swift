// SPDX-License-Identifier: Apache-2.0
public import Synchronization

/// What a component has made: the only thing that every component stores.
///
/// ```swift
/// final class Garage: Component {
///   let instances = Instances()
/// }
/// ```
///
/// When the component is released, so is what it shares. See ``ComponentPart/close()`` for members that have to be closed first.
public final class Instances {
  /// The generations, of which nearly all components have one.
  private struct State: Sendable {
    var newest: Generation
    /// Whether anybody has read in the newest one.
    var isRead = false
    /// Those before, the oldest first. They stay: a reader takes no lock.
    var older: [Generation] = []

    /// The newest one that is not younger than an epoch.
    func generation(at epoch: Int) -> Generation {
      if newest.birth <= epoch { return newest }
      return older.last { $0.birth <= epoch } ?? older.first ?? newest
    }
  }

  /// Where reads look first: what the only generation has. None before the first read, after the component has closed, and where reads have
  /// more to look at than one generation.
  @usableFromInline let table = Atomic<UnsafeMutablePointer<MemberTable>?>(nil)
  @usableFromInline let detours = Detours.everywhere
  let threads = MemberThread.all
  /// What was seen of reads; none where nobody wants to know.
  let observations: Observations?
  /// The `withOverrides(_:)` that these belong to. It holds them.
  private unowned let overlay: Overlay?
  private let record = CloseRecord()
  private let state: Lock<State>

  /// Creates the instances of a component that has made nothing yet.
  ///
  /// - Parameter observing: Whether reads are noted, for ``ComponentPart/graph(fileID:line:column:)``. They take longer then.
  public init(observing: Bool = false) {
    observations = observing ? Observations() : nil
    overlay = nil
    state = Lock(State(newest: Generation()))
  }

  /// Creates what takes the place of others inside a `withOverrides(_:)`.
  init(over outer: Instances, in overlay: Overlay) {
    observations = nil
    self.overlay = overlay
    state = Lock(State(newest: Generation(replacing: outer.newest.replacements)))
  }

  // MARK: Members

  /// The generation that reads belong to.
  ///
  /// - Parameter epoch: That of what is being made around the read.
  func generation(at epoch: Int) -> Generation {
    state.withLock { state in
      let generation = state.generation(at: epoch)
      if generation === state.newest { state.isRead = true }
      return generation
    }
  }

  /// Adds a member to a generation; see ``Generation/add(_:after:)``.
  func add(_ member: Member, to generation: Generation, after seen: Int) -> Bool {
    state.withLock { state in
      guard generation.add(member, after: seen) else { return false }
      publish(state)
      return true
    }
  }

  /// Lets reads take the short way, if they have nothing to look at but one generation.
  private func publish(_ state: State) {
    guard state.older.isEmpty, overlay == nil, observations == nil, !isClosed else { return }
    table.store(state.newest.table, ordering: .releasing)
  }

  /// Whether reads belong to the generation that a table has, in which something that was just made was begun.
  @usableFromInline @inline(never)
  func isCurrent(_ table: UnsafeMutablePointer<MemberTable>) -> Bool {
    let epoch = MemberChain(threads, detours).epoch ?? detours.epoch
    return state.withLock { $0.generation(at: epoch) } === table.pointee.generation.takeUnretainedValue()
  }

  /// The member, other than those at the places of a given one, whose shared value is an object.
  func member(holding object: AnyObject, except id: MemberID) -> Member? {
    let members = newest.table?.members.map { $0.takeUnretainedValue() } ?? []
    return members.first { $0.site.id != id && $0.holds(object) }
  }

  // MARK: Generations

  /// The newest generation, for who does not read in it.
  var newest: Generation { state.withLock { $0.newest } }

  /// Lets reads belong to a generation that was made after the newest one.
  ///
  /// - Returns: Whether it was; not when another one has become the newest meanwhile.
  func begin(_ generation: Generation, after last: Generation) -> Bool {
    let birth: Int? = state.withLock { state in
      guard state.newest === last else { return nil }
      // In one that nobody has read in there is nothing to be kept, and nobody to whom it would be another one.
      if state.isRead {
        // Before the epoch: who begins in that must not find the table any more.
        table.store(nil, ordering: .releasing)
        state.older.append(last)
        generation.birth = detours.advance()
      } else {
        generation.birth = last.birth
      }
      state.newest = generation
      state.isRead = generation.table != nil
      publish(state)
      return generation.birth
    }
    guard let birth else { return false }
    var chain = MemberChain(threads, detours)
    chain.advance(to: birth)
    return true
  }

  // MARK: Closing

  var isClosed: Bool { record.isClosed }

  /// Remembers how to close what was just made.
  ///
  /// - Returns: Whether it will be; false when the component has closed already, and the caller has to see to it.
  func add(_ closer: Closer) -> Bool { overlay?.add(closer) ?? record.add(closer) }

  /// Closes what was made, and leads every read the long way, which knows that.
  func close() {
    let closing = record.begin()
    state.withLock { _ in table.store(nil, ordering: .releasing) }
    _ = closing.runNow()
  }
}

// SAFETY: `table` is atomic, and leads to what stays as long as these do; everything else is Sendable and constant.
extension Instances: @unchecked Sendable {}
