// SPDX-License-Identifier: Apache-2.0
public import Synchronization

// The short ways of the members that are read most, which the compiler puts into them. Each member is one call on the instances: so they
// need not be retained.
extension Instances {
  /// Reads a single member.
  @inlinable @inline(__always)
  func single<Value: Sendable, Failure: Error>(
    _ onClose: (@Sendable (Value) -> Void)?, of owner: any Any.Type, _ name: StaticString, _ fileID: StaticString,
    _ line: UInt, _ column: UInt, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let value = value(of: MemberSite(owner, Value.self, name, fileID, line, column), as: Value.self) { return value }
    // Put together here, because the short way does not need it.
    let member = MemberDeclaration(owner: owner, value: Value.self, name: name, fileID: fileID, line: line, column: column)
    return try makeSingle(member, onClose, make)
  }

  /// The long way of a single member.
  @usableFromInline
  func makeSingle<Value: Sendable, Failure: Error>(
    _ member: MemberDeclaration, _ onClose: (@Sendable (Value) -> Void)?, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let memory = memory(of: member.site) { return memory.assumingMemoryBound(to: Value.self).pointee }
    do throws(ResolutionError) {
      return try MemberRead(self, Member(member, in: .single)).single(onClose: onClose, make)
    } catch { throw error.thrown(as: Failure.self) }
  }

  /// Reads a transient member.
  @inlinable @inline(__always)
  func transient<Value, Failure: Error>(
    of owner: any Any.Type, _ name: StaticString, _ fileID: StaticString, _ line: UInt, _ column: UInt,
    _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if isSettled(MemberSite(owner, Value.self, name, fileID, line, column)) { return try make() }
    let member = MemberDeclaration(owner: owner, value: Value.self, name: name, fileID: fileID, line: line, column: column)
    return try makeTransient(member, make)
  }

  /// The long way of a transient member.
  @usableFromInline
  func makeTransient<Value, Failure: Error>(
    _ member: MemberDeclaration, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if activity.isQuiet, memory(of: member.site) != nil { return try make() }
    do throws(ResolutionError) {
      return try MemberRead(self, Member(member, in: .transient)).transient(make)
    } catch { throw error.thrown(as: Failure.self) }
  }
}

extension Instances {
  /// The value of a single member when it is there, and its read has nothing to take part in but to be noted. Only the first place in the
  /// table is looked at; the long way looks further.
  @inlinable @inline(__always)
  func value<Value>(of site: MemberSite, as type: Value.Type) -> Value? {
    guard let entry = table.load()?.first(site.line), let memory = entry.pointee.ready.load(ordering: .acquiring),
      entry.pointee.holds(site), activity.isQuiet || attend(entry)
    else { return nil }
    return memory.assumingMemoryBound(to: Value.self).pointee
  }

  /// The same, wherever in the table it is.
  func memory(of site: MemberSite) -> UnsafeMutableRawPointer? {
    guard let entry = table.load()?.find(site, site.line), let memory = entry.pointee.ready.load(ordering: .acquiring),
      activity.isQuiet || attend(entry)
    else { return nil }
    return memory
  }

  /// Whether a read of a transient member has nothing left to find out, and nothing to take part in.
  @inlinable @inline(__always)
  func isSettled(_ site: MemberSite) -> Bool {
    guard activity.isQuiet, let entry = table.load()?.first(site.line), entry.pointee.ready.load(ordering: .acquiring) != nil
    else { return false }
    return entry.pointee.holds(site)
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
