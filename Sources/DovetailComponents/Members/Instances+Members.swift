// SPDX-License-Identifier: Apache-2.0
public import DovetailRuntime
public import Synchronization

// The fast paths of the members that are read most, inlined into the members. Each member is one call on the instances, so that they need not be retained.
extension Instances {
  /// Reads a single member.
  @inlinable @inline(__always)
  package func single<Value: Sendable, Failure: Error>(
    _ site: MemberSite, _ onClose: (@Sendable (Value) throws -> Void)?, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let member = table.find(site), let room = member.ready, detours.isQuiet { return room[as: Value.self] }
    return try readSingle(site, isObject: Value.self is AnyObject.Type, Instances.closeBody(onClose), make)
  }

  // Inlined into the member, because the compiler sees there that most closures capture nothing: then they take no object.
  @inlinable @inline(__always)
  package static func closeBody<Value>(_ onClose: (@Sendable (Value) throws -> Void)?) -> Member.CloseBody? {
    guard let onClose else { return nil }
    return { try onClose($0[as: Value.self]) }
  }

  /// Reads a transient member.
  @inlinable @inline(__always)
  package func transient<Value, Failure: Error>(
    _ site: MemberSite, on actor: (any Actor)? = nil, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let epoch = detours.epoch
    if let member = table.find(site), isSettled(member), !site.takesArguments || hasStack {
      do throws(Failure) {
        let value = try make()
        if isOfOneEpoch(since: epoch) { return value }
      } catch { throw failure(error, of: member).thrown(as: Failure.self) }
    }
    return try readTransient(site, make, on: actor)
  }

  /// Whether a read of a transient member can skip all checks and notes.
  @inlinable @inline(__always)
  func isSettled(_ member: Member.Handle) -> Bool {
    member.head.pointee.isSettled.load(ordering: .acquiring) && detours.isQuiet
  }

  /// Whether there is stack for a method that may read itself with other arguments.
  @usableFromInline @inline(never)
  var hasStack: Bool { !Stack.isNearlyUsedUp(by: ThreadBlock.current) }

  /// Whether the value just made may be handed out. When any component was overridden meanwhile, it may have been made from old and new values.
  @inlinable @inline(__always)
  func isOfOneEpoch(since epoch: Int) -> Bool { detours.epoch == epoch || isPartOfBuild }

  /// The factory's error, as the failure of its member.
  @usableFromInline @inline(never)
  func failure(_ error: any Error, of member: Member.Handle) -> ResolutionError {
    ResolutionError(error, through: member.head.pointee.step)
  }
}

// The slow paths, for members that are not made yet, or that take part in overrides, observation or a build.
extension Instances {
  /// The slow path of a single member.
  @usableFromInline @inline(never)
  func readSingle<Value: Sendable, Failure: Error>(
    _ site: MemberSite, isObject: Bool, _ closeBody: Member.CloseBody?, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value { try single(MemberRead(site, in: .single, isObject: isObject), closeBody, make) }

  /// The slow path of a transient member. Without overrides, it is the same member on every actor.
  @usableFromInline @inline(never)
  func readTransient<Value, Failure: Error>(
    _ site: MemberSite, _ make: () throws(Failure) -> Value, on actor: (any Actor)?
  ) throws(Failure) -> Value {
    let isPlain = actor == nil || detours.isQuiet && newest.replacements.isEmpty
    let read = isPlain ? MemberRead(site, in: .transient) : MemberRead(site, Unkeyed(), on: actor, in: .transient)
    return try transient(read, make)
  }
}
