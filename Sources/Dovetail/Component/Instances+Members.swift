// SPDX-License-Identifier: Apache-2.0
public import Synchronization

// The short ways of the members that are read most, which the compiler puts into them. Each member is one call on the instances: so they
// need not be retained.
extension Instances {
  /// Reads a single member.
  @inlinable @inline(__always)
  func single<Value: Sendable, Failure: Error>(
    _ value: ObjectIdentifier, _ onClose: (@Sendable (Value) -> Void)?, of owner: any Any.Type, _ name: StaticString,
    _ fileID: StaticString, _ line: UInt, _ column: UInt, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let memory = memory(of: MemberSite(owner, value, name, fileID, line, column)) {
      return memory.assumingMemoryBound(to: Value.self).pointee
    }
    // Put together here, because the short way does not need it.
    let member = MemberDeclaration(owner: owner, value: Value.self, name: name, fileID: fileID, line: line, column: column)
    // Here, because the compiler sees that most closures capture nothing: then they take no object.
    var closer: (@Sendable (UnsafeMutableRawPointer) -> Void)?
    if let onClose { closer = { onClose($0.assumingMemoryBound(to: Value.self).pointee) } }
    return try makeSingle(member, closer, make)
  }

  /// The long way of a single member.
  @usableFromInline
  func makeSingle<Value: Sendable, Failure: Error>(
    _ member: MemberDeclaration, _ closer: (@Sendable (UnsafeMutableRawPointer) -> Void)?,
    _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let entry = entry(of: member, in: .single)
    if let entry, let memory = memory(entry) { return memory.assumingMemoryBound(to: Value.self).pointee }
    guard let entry, let build = begin(entry, in: .single) else {
      do throws(ResolutionError) {
        return try MemberRead(self, member, at: entry, in: .single).single(closer, make)
      } catch { throw error.thrown(as: Failure.self) }
    }
    let value: Value
    do throws(Failure) { value = try make() } catch { throw fail(build, error).thrown(as: Failure.self) }
    end(build)
    if let closer {
      do throws(ResolutionError) { try keep(value, build, closer) } catch { throw error.thrown(as: Failure.self) }
    } else {
      build.place.initializeMemory(as: Value.self, to: value)
    }
    finish(build)
    return value
  }

  /// Reads a transient member.
  @inlinable @inline(__always)
  func transient<Value, Failure: Error>(
    _ value: ObjectIdentifier, of owner: any Any.Type, _ name: StaticString, _ fileID: StaticString, _ line: UInt,
    _ column: UInt, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if isSettled(MemberSite(owner, value, name, fileID, line, column)) { return try make() }
    let member = MemberDeclaration(owner: owner, value: Value.self, name: name, fileID: fileID, line: line, column: column)
    return try makeTransient(member, make)
  }

  /// The long way of a transient member.
  @usableFromInline
  func makeTransient<Value, Failure: Error>(
    _ member: MemberDeclaration, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let entry = entry(of: member, in: .transient)
    if let entry, activity.isQuiet, memory(entry) != nil { return try make() }
    guard let entry, let build = begin(entry, in: .transient) else {
      do throws(ResolutionError) {
        return try MemberRead(self, member, at: entry, in: .transient).transient(make)
      } catch { throw error.thrown(as: Failure.self) }
    }
    do throws(Failure) {
      let value = try make()
      end(build)
      settle(build)
      return value
    } catch { throw fail(build, error).thrown(as: Failure.self) }
  }
}

extension Instances {
  /// Where the value of a single member is when it is there, and its read has nothing to take part in but to be noted. Only the first place
  /// in the table is looked at; the long way looks further.
  @inlinable @inline(__always)
  func memory(of site: MemberSite) -> UnsafeMutableRawPointer? {
    guard let entry = table.load()?.first(site.line), let memory = entry.pointee.ready.load(ordering: .acquiring),
      entry.pointee.holds(site)
    else { return nil }
    if !activity.isQuiet {
      if activity.isRerouted { return nil }
      attend(entry)
    }
    return memory
  }

  /// The value of a single member when it is there.
  func value<Value>(of site: MemberSite, as type: Value.Type) -> Value? {
    memory(of: site)?.assumingMemoryBound(to: Value.self).pointee
  }

  /// Where in the table a member is, when the component has it.
  private func entry(
    of member: MemberDeclaration, in scope: MemberScope
  ) -> UnsafeMutablePointer<MemberTable.Entry>? {
    let site = member.site
    if table.load() == nil { prepare(for: Member(member, in: scope)) }
    return table.load()?.find(site, site.line)
  }

  /// The same, when it is known where in the table it is.
  private func memory(_ entry: UnsafeMutablePointer<MemberTable.Entry>) -> UnsafeMutableRawPointer? {
    guard let memory = entry.pointee.ready.load(ordering: .acquiring), !activity.isRerouted else { return nil }
    if !activity.isQuiet { attend(entry) }
    return memory
  }

  /// Whether a read of a transient member has nothing left to find out, and nothing to take part in.
  @inlinable @inline(__always)
  func isSettled(_ site: MemberSite) -> Bool {
    guard activity.isQuiet, let entry = table.load()?.first(site.line), entry.pointee.ready.load(ordering: .acquiring) != nil
    else { return false }
    return entry.pointee.holds(site)
  }

  /// Notes a read for the member whose factory reads it, if there is one.
  @usableFromInline
  func attend(_ entry: UnsafeMutablePointer<MemberTable.Entry>) {
    // The cell is missing when it was forgotten just now; then so is what is being made, because it is not finished.
    guard let reader = MemberThread.innermost(threads), let cell = entry.pointee.cell else { return }
    reader.pointee.note(cell, of: self)
  }
}
