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
    var layers: [UInt: Layer] = [:]
    var affected: Set<ObservedMember.Node> = []
  }

  /// A component and what it has here. The component is held: what was seen of it is noted there.
  private struct Layer: Sendable {
    let below: Instances
    let instances = Instances(isPlanned: false)
  }

  @TaskLocal private static var innermost: Overlay?

  let closers = MemberClosers()
  private let outer: Overlay?
  private let state = Lock(State())

  private init(over outer: Overlay?) { self.outer = outer }

  static var current: Overlay? { innermost }

  static func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    let overlay = Overlay(over: current)
    return try MemberActivity.run {
      defer { overlay.closers.close() }
      return try $innermost.withValue(overlay, operation: body)
    }
  }

  nonisolated(nonsending) static func run<Result>(
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    let overlay = Overlay(over: current)
    return try await MemberActivity.run {
      defer { overlay.closers.close() }
      return try await $innermost.withValue(overlay, operation: body)
    }
  }

  /// What a component has in this overlay.
  func layer(of instances: Instances) -> Instances {
    let number = instances.number
    return state.withLock { state in
      if let layer = state.layers[number] { return layer.instances }
      let layer = Layer(below: instances)
      state.layers[number] = layer
      return layer.instances
    }
  }

  /// Notes which members have changed with an override, and forgets what was made of them here.
  ///
  /// - Parameter dependents: By the number of the component.
  func affect(_ dependents: [UInt: Set<MemberID>]) {
    let layers = state.withLock { state in
      for (number, members) in dependents {
        for member in members { state.affected.insert(ObservedMember.Node(component: number, member: member)) }
      }
      return state.layers
    }
    for (number, members) in dependents { layers[number]?.instances.forget(members) }
  }

  /// What answers a read inside this overlay.
  func cell(
    _ member: Member, _ key: MemberKey?, of instances: Instances, in scope: MemberScope, sharing: () -> MemberCell.Sharing
  ) -> MemberRead.Answer {
    let own = layer(of: instances)
    if let cell = own.existing(member, key) { return MemberRead.Answer(cell: cell, home: own, isNew: false, overlay: self) }
    if let found = visible(member, key, of: instances) { return found }
    let inherited = replacement(for: member.id, key, of: instances)
    let note = instances.note(of: member, in: scope)
    let (cell, isNew) = own.cell(member, key, in: scope, inherited: inherited, noted: note, sharing: sharing)
    return MemberRead.Answer(cell: cell, home: own, isNew: isNew, overlay: self)
  }

  /// A finished cell further out that nothing inside has changed.
  private func visible(_ member: Member, _ key: MemberKey?, of instances: Instances) -> MemberRead.Answer? {
    if isAffected(member.id, of: instances) { return nil }
    guard let outer else { return finished(member, key, in: instances) }
    return finished(member, key, in: outer.layer(of: instances)) ?? outer.visible(member, key, of: instances)
  }

  private func finished(_ member: Member, _ key: MemberKey?, in instances: Instances) -> MemberRead.Answer? {
    guard let cell = instances.existing(member, key), cell.isFinished else { return nil }
    return MemberRead.Answer(cell: cell, home: instances, isNew: false, overlay: self)
  }

  private func isAffected(_ member: MemberID, of instances: Instances) -> Bool {
    let node = ObservedMember.Node(component: instances.number, member: member)
    return state.withLock { $0.affected.contains(node) }
  }

  private func replacement(for member: MemberID, _ key: MemberKey?, of instances: Instances) -> Replacement? {
    if let replacement = layer(of: instances).replacement(for: member, key) { return replacement }
    return outer?.replacement(for: member, key, of: instances) ?? instances.replacement(for: member, key)
  }
}
