// SPDX-License-Identifier: Apache-2.0

/// The shared values that have to be awaited before a slot can be built: the nearest ones on every path; each of them builds its own needs.
struct AsyncFrontier: Sendable {
  private struct Visit: Sendable {
    let slot: Slot
    let context: Context
    /// The visit from which this one was made; the slot itself comes first and has none.
    let origin: Int
  }

  private var visits: [Visit]
  /// The indices in ``visits`` of the values that have to be awaited.
  private var awaited: [Int] = []
  /// The weakly held values that are alive, so that nothing is awaited for them; they stay alive until the slot is built.
  private var alive: [any Sendable] = []

  /// Walks the needs of a slot, without recursion and each slot once.
  ///
  /// - Complexity: O(slots and needs down to the nearest shared ones that are awaited).
  init(of slot: Slot, in context: Context) {
    visits = [Visit(slot: slot, context: slot.inner(context), origin: -1)]
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(slot)]
    var next = 0
    while next < visits.count {
      let visit = visits[next]
      if !visit.slot.isSharedByTasks, case .others(let weak) = visit.slot.sharing?.holder, let keeper = weak.keeper {
        alive.append(keeper)
      } else if next == 0 || !visit.slot.isSharedByTasks, !visit.slot.isBuilt(in: visit.context) {
        for need in visit.slot.needs {
          guard need.awaits, !need.isReady, seen.insert(ObjectIdentifier(need)).inserted else { continue }
          if need.isSharedByTasks { awaited.append(visits.count) }
          let inner = need.isSharedByTasks ? visit.context : need.inner(visit.context)
          visits.append(Visit(slot: need, context: inner, origin: next))
        }
      }
      next += 1
    }
  }

  /// Builds the missing values concurrently.
  ///
  /// - Parameter isDeclared: Whether the running build waits for them: its bind declares them.
  /// - Returns: The values that must stay alive until the slot is built.
  /// - Throws: The first error; other builds go on only if there are other waiters for them.
  func build(isDeclared: Bool = false) async throws -> [any Sendable] {
    if awaited.count < 2 {
      guard let visit = awaited.first else { return alive }
      return alive + [try await build(visit, isDeclared)]
    }
    return try await withThrowingTaskGroup(of: (any Sendable).self) { group in
      for visit in awaited { group.addTask { try await build(visit, isDeclared) } }
      var held = alive
      for try await value in group { held.append(value) }
      return held
    }
  }

  private func build(_ visit: Int, _ isDeclared: Bool) async throws -> any Sendable {
    do { return try await visits[visit].slot.prepare(visits[visit].context, isDeclared: isDeclared) } catch {
      guard var error = error as? ResolutionError else { throw error }
      var origin = visits[visit].origin
      while origin > 0 {
        if visits[origin].slot.origin.binding != nil { error = error.through(visits[origin].slot.step) }
        origin = visits[origin].origin
      }
      throw error
    }
  }
}

extension Slot {
  /// Whether a synchronous value exists already, so that nothing is awaited for it. (What it needed need not exist any more.) Nobody knows that of a custom scope.
  func isBuilt(in context: Context) -> Bool {
    guard let sharing else { return false }
    switch sharing.holder {
    case .container(let cell): return cell.isReady
    case .scope(let kind, let index):
      guard let (scope, entered) = try? sharing.owner.scope(kind, context, for: self) else { return false }
      defer { entered?.leave() }
      return scope.cell(of: self, index).isReady
    case .others(let weak): return weak.keeper != nil
    case .custom: return false
    }
  }
}

extension RequestState {
  /// Builds what has to be awaited before a slot is made. The needs of a slot for which that was done have nothing left to await, so it is done once.
  ///
  /// - Returns: The values that must stay alive until the slot is made.
  func prepare(_ slot: Slot, in context: Context) async throws -> [any Sendable] {
    if isPrepared { return [] }
    isPrepared = true
    return try await AsyncFrontier(of: slot, in: context).build(isDeclared: isOfBuild)
  }
}
