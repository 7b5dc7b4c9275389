// SPDX-License-Identifier: Apache-2.0
public import Synchronization

// The short ways of the members that are read most, which the compiler puts into them. Each member is one call on the instances: so they
// need not be retained.
extension Instances {
  /// Reads a single member.
  @inlinable @inline(__always)
  func single<Value: Sendable, Failure: Error>(
    _ onClose: (@Sendable (Value) -> Void)?, of owner: any Any.Type, _ member: StaticString, _ fileID: StaticString,
    _ line: UInt, _ column: UInt, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let value = value(of: MemberSite(owner, Value.self, member, fileID, line, column), as: Value.self) { return value }
    return try makeSingle(onClose, of: owner, member, fileID, line, column, make)
  }

  /// The long way of a single member.
  @usableFromInline
  func makeSingle<Value: Sendable, Failure: Error>(
    _ onClose: (@Sendable (Value) -> Void)?, of owner: any Any.Type, _ member: StaticString, _ fileID: StaticString,
    _ line: UInt, _ column: UInt, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let member = MemberDeclaration(owner: owner, value: Value.self, name: member, fileID: fileID, line: line, column: column)
    do throws(ResolutionError) {
      return try MemberRead(self, Member(member, in: .single)).single(onClose: onClose, make)
    } catch { throw error.thrown(as: Failure.self) }
  }

  /// Reads a transient member.
  @inlinable @inline(__always)
  func transient<Value, Failure: Error>(
    of owner: any Any.Type, _ member: StaticString, _ fileID: StaticString, _ line: UInt, _ column: UInt,
    _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if isSettled(MemberSite(owner, Value.self, member, fileID, line, column)) { return try make() }
    return try makeTransient(of: owner, member, fileID, line, column, make)
  }

  /// The long way of a transient member.
  @usableFromInline
  func makeTransient<Value, Failure: Error>(
    of owner: any Any.Type, _ member: StaticString, _ fileID: StaticString, _ line: UInt, _ column: UInt,
    _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let member = MemberDeclaration(owner: owner, value: Value.self, name: member, fileID: fileID, line: line, column: column)
    do throws(ResolutionError) {
      return try MemberRead(self, Member(member, in: .transient)).transient(make)
    } catch { throw error.thrown(as: Failure.self) }
  }
}

extension Instances {
  /// The value of a single member when it is there, and its read has nothing to take part in but to be noted.
  @inlinable @inline(__always)
  func value<Value>(of site: MemberSite, as type: Value.Type) -> Value? {
    guard let head = table.load(ordering: .acquiring), let entry = MemberTable(at: head).find(site),
      let memory = entry.pointee.ready.load(ordering: .acquiring), activity.isQuiet || attend(entry)
    else { return nil }
    return memory.assumingMemoryBound(to: Value.self).pointee
  }

  /// Whether a read of a transient member has nothing left to find out, and nothing to take part in.
  @inlinable @inline(__always)
  func isSettled(_ site: MemberSite) -> Bool {
    guard activity.isQuiet, let head = table.load(ordering: .acquiring), let entry = MemberTable(at: head).find(site) else {
      return false
    }
    return entry.pointee.ready.load(ordering: .acquiring) != nil
  }

  /// Notes a read for the member whose factory reads it.
  ///
  /// - Returns: Whether that was all that is to be done.
  @usableFromInline
  func attend(_ entry: UnsafeMutablePointer<MemberTable.Entry>) -> Bool {
    if activity.isRerouted { return false }
    guard let reader = MemberThread.innermost(threads) else { return true }
    guard let address = entry.pointee.object.load(ordering: .acquiring) else { return false }
    reader.pointee.note(MemberCell(at: address), of: self)
    return true
  }
}
