// SPDX-License-Identifier: Apache-2.0
public import Synchronization

// The short ways of the members that are read most, which the compiler puts into them. Each member is one call on the instances: so they
// need not be retained.
extension Instances {
  /// Reads a single member.
  @inlinable @inline(__always)
  func single<Owner, Value: Sendable, Failure: Error>(
    _ value: ObjectIdentifier, _ onClose: (@Sendable (Value) -> Void)?, of owner: Owner.Type, _ name: StaticString,
    _ fileID: StaticString, _ line: UInt, _ column: UInt, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let entry = entry(at: MemberSite(owner, value, name, fileID, line, column)) {
      if let memory = memory(entry) { return memory.assumingMemoryBound(to: Value.self).pointee }
      if let build = begin(entry, in: .single) { return try finish(build, Instances.closer(onClose), make) }
    }
    let member = MemberDeclaration(owner: owner, value: Value.self, name: name, fileID: fileID, line: line, column: column)
    return try readSingle(member, Instances.closer(onClose), make)
  }

  // Put into the member, because the compiler sees there that most closures capture nothing: then they take no object.
  @inlinable @inline(__always)
  static func closer<Value>(_ onClose: (@Sendable (Value) -> Void)?) -> (@Sendable (UnsafeMutableRawPointer) -> Void)? {
    guard let onClose else { return nil }
    return { onClose($0.assumingMemoryBound(to: Value.self).pointee) }
  }

  /// Reads a transient member.
  @inlinable @inline(__always)
  func transient<Value, Failure: Error>(
    _ value: ObjectIdentifier, of owner: any Any.Type, _ name: StaticString, _ fileID: StaticString, _ line: UInt,
    _ column: UInt, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var build: MemberBuild?
    if let entry = entry(at: MemberSite(owner, value, name, fileID, line, column)), begin(entry, &build) {
      return try finish(build, make)
    }
    let member = MemberDeclaration(owner: owner, value: Value.self, name: name, fileID: fileID, line: line, column: column)
    return try readTransient(member, make)
  }

  /// Begins to make a transient member; it takes part in nothing when its needs are known.
  ///
  /// - Returns: Whether it may be made.
  @inlinable @inline(__always)
  func begin(_ entry: UnsafeMutablePointer<MemberTable.Entry>, _ build: inout MemberBuild?) -> Bool {
    if isSettled(entry) { return true }
    build = begin(entry, in: .transient)
    return build != nil
  }

  /// Makes a single member.
  @inlinable @inline(__always)
  func finish<Value: Sendable, Failure: Error>(
    _ build: MemberBuild, _ closer: (@Sendable (UnsafeMutableRawPointer) -> Void)?, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let value: Value
    do throws(Failure) { value = try make() } catch { throw fail(build, error).thrown(as: Failure.self) }
    build.place.initializeMemory(as: Value.self, to: value)
    do throws(ResolutionError) { try finish(build, closer) } catch { throw error.thrown(as: Failure.self) }
    return value
  }

  /// Makes a transient member.
  @inlinable @inline(__always)
  func finish<Value, Failure: Error>(_ build: MemberBuild?, _ make: () throws(Failure) -> Value) throws(Failure) -> Value {
    do throws(Failure) {
      let value = try make()
      if let build { finish(build) }
      return value
    } catch {
      guard let build else { throw error }
      throw fail(build, error).thrown(as: Failure.self)
    }
  }
}

// The long ways, of what is not where it is looked for first, or takes part in something.
extension Instances {
  /// The long way of a single member.
  @usableFromInline
  func readSingle<Value: Sendable, Failure: Error>(
    _ member: MemberDeclaration, _ closer: (@Sendable (UnsafeMutableRawPointer) -> Void)?, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let entry = entry(of: member, in: .single)
    if let entry {
      if let memory = memory(entry) { return memory.assumingMemoryBound(to: Value.self).pointee }
      if let build = begin(entry, in: .single) { return try finish(build, closer, make) }
    }
    do throws(ResolutionError) {
      return try MemberRead(self, member, at: entry, in: .single).single(closer, make)
    } catch { throw error.thrown(as: Failure.self) }
  }

  /// The long way of a transient member.
  @usableFromInline
  func readTransient<Value, Failure: Error>(
    _ member: MemberDeclaration, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var build: MemberBuild?
    let entry = entry(of: member, in: .transient)
    if let entry, begin(entry, &build) { return try finish(build, make) }
    do throws(ResolutionError) {
      return try MemberRead(self, member, at: entry, in: .transient).transient(make)
    } catch { throw error.thrown(as: Failure.self) }
  }
}

// What is in the table.
extension Instances {
  /// Where in the table a member is, when it is where it is looked for first; the long way looks further.
  @inlinable @inline(__always)
  func entry(at site: MemberSite) -> UnsafeMutablePointer<MemberTable.Entry>? {
    guard let entry = table.load()?.first(site.line), entry.pointee.holds(site) else { return nil }
    return entry
  }

  /// Where in the table a member is, when the component has it.
  private func entry(of member: MemberDeclaration, in scope: MemberScope) -> UnsafeMutablePointer<MemberTable.Entry>? {
    let site = member.site
    if table.load() == nil {
      prepare(MemberThread(threads).planner(of: ObjectIdentifier(member.owner)) { Member(member, in: scope).planner })
    }
    return table.load()?.find(site, site.line)
  }

  /// Where the value of a single member is when it is there, and its read has nothing to take part in but to be noted.
  @inlinable @inline(__always)
  func memory(_ entry: UnsafeMutablePointer<MemberTable.Entry>) -> UnsafeMutableRawPointer? {
    guard let memory = entry.pointee.ready.load(ordering: .acquiring) else { return nil }
    return activity.isQuiet ? memory : attend(entry)
  }

  /// The value of a single member when it is there.
  func value<Value>(of site: MemberSite, as type: Value.Type) -> Value? {
    guard let entry = entry(at: site), let memory = memory(entry) else { return nil }
    return memory.assumingMemoryBound(to: Value.self).pointee
  }

  /// Whether a read of a transient member has nothing left to find out, and nothing to take part in.
  @inlinable @inline(__always)
  func isSettled(_ entry: UnsafeMutablePointer<MemberTable.Entry>) -> Bool {
    activity.isQuiet && entry.pointee.ready.load(ordering: .acquiring) != nil
  }

  /// Notes a read for the member whose factory reads it, if there is one.
  ///
  /// - Returns: Where the value is; `nil` when the read has to take the long way.
  @usableFromInline @inline(never)
  func attend(_ entry: UnsafeMutablePointer<MemberTable.Entry>) -> UnsafeMutableRawPointer? {
    if activity.isRerouted { return nil }
    // When it was forgotten just now, then so is what is being made, because it is not finished.
    if let reader = MemberThread.innermost(threads) { reader.pointee.note(MemberCell(at: entry.object), of: self) }
    return entry.pointee.ready.load(ordering: .acquiring)
  }
}
