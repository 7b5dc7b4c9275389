// SPDX-License-Identifier: Apache-2.0
public import Synchronization

// The short ways of the members that are read most, which the compiler puts into them. Each member is one call on the instances: so they
// need not be retained.
extension Instances {
  /// Reads a single member.
  @inlinable @inline(__always)
  func single<Value: Sendable, Failure: Error>(
    _ site: MemberSite, _ onClose: (@Sendable (Value) -> Void)?, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let memory = table.load(ordering: .acquiring)?.first(site).flatMap(ready) {
      return memory.assumingMemoryBound(to: Value.self).pointee
    }
    return try readSingle(site, onClose, make)
  }

  /// Where the value of a single member is, when that is all that there is to know.
  @inlinable @inline(__always)
  func ready(_ member: Unmanaged<Member>) -> UnsafeMutableRawPointer? {
    let memory = member._withUnsafeGuaranteedRef { $0.ready.load(ordering: .acquiring) }
    return detours.isQuiet ? memory : nil
  }

  /// Reads a transient member.
  @inlinable @inline(__always)
  func transient<Value, Failure: Error>(_ site: MemberSite, _ make: () throws(Failure) -> Value) throws(Failure) -> Value {
    if let table = table.load(ordering: .acquiring), let member = table.first(site), isSettled(member) {
      if let value = try settled(member, in: table, make) { return value }
    }
    return try readTransient(site, make)
  }

  /// Whether a read of a transient member has nothing left to find out, and nothing to take part in.
  @inlinable @inline(__always)
  func isSettled(_ member: Unmanaged<Member>) -> Bool {
    member._withUnsafeGuaranteedRef { $0.isSettled.load(ordering: .acquiring) } && detours.isQuiet
  }

  /// Makes a transient member that is settled.
  ///
  /// - Returns: `nil` when the component was overridden meanwhile: then it may have been made from old and new.
  @inlinable @inline(__always)
  func settled<Value, Failure: Error>(
    _ member: Unmanaged<Member>, in table: UnsafeMutablePointer<MemberTable>, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    let value: Value
    do throws(Failure) { value = try make() } catch { throw failure(error, of: member).thrown(as: Failure.self) }
    return self.table.load(ordering: .acquiring) == table || isCurrent(table) ? value : nil
  }

  /// What a factory threw, as the failure of its member.
  @usableFromInline @inline(never)
  func failure(_ error: any Error, of member: Unmanaged<Member>) -> ResolutionError {
    ResolutionError(error, through: member.takeUnretainedValue().step)
  }
}

// The long ways, of what is not where it is looked for first, or takes part in something.
extension Instances {
  /// The long way of a single member.
  @usableFromInline @inline(never)
  func readSingle<Value: Sendable, Failure: Error>(
    _ site: MemberSite, _ onClose: (@Sendable (Value) -> Void)?, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    do throws(ResolutionError) {
      return try MemberRead(self, site, in: .single).single(onClose, make)
    } catch { throw error.thrown(as: Failure.self) }
  }

  /// The long way of a transient member.
  @usableFromInline @inline(never)
  func readTransient<Value, Failure: Error>(_ site: MemberSite, _ make: () throws(Failure) -> Value) throws(Failure) -> Value {
    if let table = table.load(ordering: .acquiring), let member = table.find(site, nil), isSettled(member) {
      if let value = try settled(member, in: table, make) { return value }
    }
    do throws(ResolutionError) {
      return try MemberRead(self, site, in: .transient).transient(make)
    } catch { throw error.thrown(as: Failure.self) }
  }
}
