// SPDX-License-Identifier: Apache-2.0

/// What a component has made: the only thing that every component stores.
///
/// ```swift
/// final class Garage: Component {
///   let instances = Instances()
/// }
/// ```
///
/// When the component is released, so is what it shares. See ``ComponentPart/close()`` for members that have to be closed first.
public final class Instances: Sendable {
  /// What is shared outside of every `withOverrides(_:)`.
  let store = MemberStore()
  let closing = CloseList()
  let observations = Observations()

  /// Creates the instances of a component that has made nothing yet.
  public init() {}

  /// Refuses what is asked for after the component has closed.
  func checkIsOpen(for member: Member) throws(ResolutionError) {
    guard closing.isClosed else { return }
    throw .closed("the component '\(TypeName(member.owner))'", Graph.Key(dynamic: member.name.description))
  }

  /// Forgets what was made from members that are replaced now, here and in the components that asked here.
  func forget(_ members: Set<MemberID>) {
    for (instances, members) in Observations.dependents(of: members, in: self) { instances.store.forget(members) }
  }
}
