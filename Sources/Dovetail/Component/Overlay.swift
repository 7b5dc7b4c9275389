// SPDX-License-Identifier: Apache-2.0

/// Runs a closure whose overrides hold in it only: in its task and the tasks that it starts, for every component.
///
/// ```swift
/// try withOverrides {
///   try garage.override(\.engine, with: FakeEngine())
///   #expect(garage.car.engine is FakeEngine)
/// }
/// // as before
/// ```
///
/// What was built before is seen inside as well, unless it was made from something that is overridden; that, and whatever is new, is made
/// anew and closed when the closure ends. Nothing outside ever sees it.
///
/// - Returns: What the closure returns.
/// - Throws: What the closure throws.
public func withOverrides<Result>(_ body: () throws -> Result) rethrows -> Result {
  try Overlay.run(body)
}

/// Runs an asynchronous closure whose overrides hold in it only; see ``withOverrides(_:)-(()->Result)``.
public nonisolated(nonsending) func withOverrides<Result>(
  _ body: nonisolated(nonsending) () async throws -> Result
) async rethrows -> Result {
  try await Overlay.run(body)
}

/// The instances that are made inside a `withOverrides`, over those outside.
final class Overlay: Sendable {
  private struct State: Sendable {
    var stores: [ObjectIdentifier: Entry] = [:]
    var affected: Set<Observations.Node> = []
  }

  /// A component and what it has here. The component is held: so its identity stays its own.
  private struct Entry: Sendable {
    let instances: Instances
    let store = MemberStore()
  }

  @TaskLocal private static var innermost: Overlay?

  let closing = CloseList()
  private let outer: Overlay?
  private let state = Lock(State())

  private init(over outer: Overlay?) { self.outer = outer }

  static var current: Overlay? { innermost }

  static func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    let overlay = Overlay(over: current)
    return try MemberActivity.run {
      defer { overlay.closing.close() }
      return try $innermost.withValue(overlay, operation: body)
    }
  }

  nonisolated(nonsending) static func run<Result>(
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    let overlay = Overlay(over: current)
    return try await MemberActivity.run {
      defer { overlay.closing.close() }
      return try await $innermost.withValue(overlay, operation: body)
    }
  }

  /// The store of a component in this overlay.
  func store(of instances: Instances) -> MemberStore {
    state.withLock { state in
      if let entry = state.stores[ObjectIdentifier(instances)] { return entry.store }
      let entry = Entry(instances: instances)
      state.stores[ObjectIdentifier(instances)] = entry
      return entry.store
    }
  }

  /// Notes which members have changed with an override, and forgets what was made of them here.
  func affect(_ members: Set<MemberID>, of instances: Instances) {
    let dependents = Observations.dependents(of: members, in: instances)
    state.withLock { state in
      for (instances, members) in dependents {
        for member in members { state.affected.insert(Observations.Node(instances: ObjectIdentifier(instances), member: member)) }
      }
    }
    for (instances, members) in dependents { store(of: instances).forget(members) }
  }

  /// The cell that answers a read inside this overlay.
  func cell<Value>(
    _ member: Member, _ key: MemberKey?, of instances: Instances, holding type: Value.Type, sharing: () -> MemberCell.Sharing
  ) -> MemberCell {
    let own = store(of: instances)
    if let cell = own.existing(member, key) { return cell }
    if let cell = visible(member, key, of: instances) { return cell }
    let inherited = replacement(for: member.id, key, of: instances)
    return own.cell(member, key, inherited: inherited, holding: type, sharing: sharing)
  }

  /// A finished cell further out that nothing inside has changed.
  private func visible(_ member: Member, _ key: MemberKey?, of instances: Instances) -> MemberCell? {
    if isAffected(member.id, of: instances) { return nil }
    guard let outer else {
      return instances.store.existing(member, key).flatMap { $0.isFinished ? $0 : nil }
    }
    if let cell = outer.store(of: instances).existing(member, key), cell.isFinished { return cell }
    return outer.visible(member, key, of: instances)
  }

  private func isAffected(_ member: MemberID, of instances: Instances) -> Bool {
    state.withLock { $0.affected.contains(Observations.Node(instances: ObjectIdentifier(instances), member: member)) }
  }

  private func replacement(for member: MemberID, _ key: MemberKey?, of instances: Instances) -> Replacement? {
    if let replacement = store(of: instances).replacement(for: member, key) { return replacement }
    return outer?.replacement(for: member, key, of: instances) ?? instances.store.replacement(for: member, key)
  }
}
