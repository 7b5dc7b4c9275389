// SPDX-License-Identifier: Apache-2.0
public import DovetailRuntime
public import Synchronization

// The short ways of the members that are read most, which the compiler puts into them. Each member is one call on the instances: so they
// need not be retained.
extension Instances {
  /// Reads a single member.
  @inlinable @inline(__always)
  func single<Value: Sendable, Failure: Error>(
    _ site: MemberSite, _ onClose: (@Sendable (Value) throws -> Void)?, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let memory = table.load(ordering: .acquiring)?.first(site).flatMap(ready) {
      return memory.assumingMemoryBound(to: Value.self).pointee
    }
    return try readSingle(site, Instances.closer(onClose), make)
  }

  // Put into the member, because the compiler sees there that most closures capture nothing: then they take no object.
  @inlinable @inline(__always)
  static func closer<Value>(_ onClose: (@Sendable (Value) throws -> Void)?) -> Member.Closer? {
    guard let onClose else { return nil }
    return { try onClose($0.assumingMemoryBound(to: Value.self).pointee) }
  }

  /// Where the value of a single member is, when that is all that there is to know.
  @inlinable @inline(__always)
  func ready(_ member: Member.Pointer) -> UnsafeMutableRawPointer? {
    let memory = member.pointee.place.ready.load(ordering: .acquiring)
    return detours.isQuiet ? memory : nil
  }

  /// Reads a transient member.
  @inlinable @inline(__always)
  func transient<Value, Failure: Error>(_ site: MemberSite, _ make: () throws(Failure) -> Value) throws(Failure) -> Value {
    let epoch = detours.epoch
    if let member = table.load(ordering: .acquiring)?.first(site), isSettled(member) {
      do throws(Failure) {
        let value = try make()
        if isOfOneEpoch(since: epoch) { return value }
      } catch { throw failure(error, of: member).thrown(as: Failure.self) }
    }
    return try readTransient(site, make)
  }

  /// Whether a read of a transient member has nothing left to find out, and nothing to take part in.
  @inlinable @inline(__always)
  func isSettled(_ member: Member.Pointer) -> Bool {
    member.pointee.isSettled.load(ordering: .acquiring) && detours.isQuiet
  }

  /// Whether what was just made may be handed out. When any component was overridden meanwhile, it may have been made from old and new.
  @inlinable @inline(__always)
  func isOfOneEpoch(since epoch: Int) -> Bool { detours.epoch == epoch || isPartOfBuild }

  /// What a factory threw, as the failure of its member.
  @usableFromInline @inline(never)
  func failure(_ error: any Error, of member: Member.Pointer) -> ResolutionError {
    ResolutionError(error, through: member.pointee.step)
  }
}

// The long ways, of what is not where it is looked for first, or takes part in something.
extension Instances {
  /// The long way of a single member.
  @usableFromInline @inline(never)
  func readSingle<Value: Sendable, Failure: Error>(
    _ site: MemberSite, _ closer: Member.Closer?, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value { try single(MemberRead(site, in: .single), closer, make) }

  /// The long way of a transient member.
  @usableFromInline @inline(never)
  func readTransient<Value, Failure: Error>(_ site: MemberSite, _ make: () throws(Failure) -> Value) throws(Failure) -> Value {
    let (read, epoch) = (MemberRead(site, in: .transient), detours.epoch)
    if let member = table.load(ordering: .acquiring)?.find(read), isSettled(member) {
      do throws(Failure) {
        let value = try make()
        if isOfOneEpoch(since: epoch) { return value }
      } catch { throw failure(error, of: member).thrown(as: Failure.self) }
    }
    return try transient(read, make)
  }
}
