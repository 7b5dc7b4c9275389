// SPDX-License-Identifier: Apache-2.0

/// An override that is looking for its member: the property is read once, and the first `single`, `weak` or `transient` of the component
/// that makes a value of the property's type takes the replacement and returns it.
final class MemberClaim: Sendable {
  /// What the read of the property has met.
  struct Findings: Sendable {
    /// The member that took the replacement.
    var claimed: (target: MemberState.Target, member: Member)?
    /// The first member that makes something else, and whether what it made would do under the property's type.
    var other: (step: ResolutionError.Step, type: TypeName)?
    var otherFits = false
    /// The first member that belongs to another component.
    var foreign: ResolutionError.Step?
    /// What took the place of the claimed member's value.
    var made: (any Sendable)?
  }

  @TaskLocal private static var innermost: MemberClaim?

  let instances: Instances
  private let replacement: Replacement
  private let fits: @Sendable (Any) -> Bool
  private let found = Lock(Findings())

  private init<Value>(_ instances: Instances, _ replacement: Replacement, for type: Value.Type) {
    self.instances = instances
    self.replacement = replacement
    fits = { $0 is Value }
  }

  static var current: MemberClaim? { innermost }

  /// Runs what a member does when it is not the one that is looked for: what it reads in turn is not either.
  static func suspended<Value>(
    _ body: () throws(ResolutionError) -> Value
  ) throws(ResolutionError) -> Value {
    do { return try $innermost.withValue(nil, operation: body) } catch let error as ResolutionError { throw error } catch {
      trap(error)
    }
  }

  /// Runs what a member does asynchronously when it is not the one that is looked for.
  nonisolated(nonsending) static func suspended<Value>(
    _ body: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    if innermost == nil { return try await body() }
    return try await $innermost.withValue(nil, operation: body)
  }

  /// Reads an asynchronous member so that it takes the replacement.
  nonisolated(nonsending) static func read<Value>(
    _ instances: Instances, _ replacement: Replacement, _ member: nonisolated(nonsending) () async throws -> Value
  ) async throws -> (value: Value, findings: Findings) {
    let claim = MemberClaim(instances, replacement, for: Value.self)
    let value = try await MemberActivity.run { try await $innermost.withValue(claim, operation: member) }
    return (value, claim.found.withLock { $0 })
  }

  /// Reads a member so that it takes the replacement.
  static func read<Value>(
    _ instances: Instances, _ replacement: Replacement, _ property: () throws -> Value
  ) throws -> (value: Value, findings: Findings) {
    let claim = MemberClaim(instances, replacement, for: Value.self)
    let value = try MemberActivity.run { try $innermost.withValue(claim, operation: property) }
    return (value, claim.found.withLock { $0 })
  }

  /// Notes what a member has made that is not the one that is looked for.
  func note(_ value: Any, of member: Member) {
    guard fits(value) else { return }
    found.withLock { if $0.other?.step.location == member.location { $0.otherFits = true } }
  }

  /// Runs a read: gives the replacement to the one that is looked for.
  @inline(never)
  func run<Value>(
    _ read: MemberRead, in scope: MemberScope, _ get: () throws(ResolutionError) -> Value
  ) throws(ResolutionError) -> Value {
    if let value: Value = try answer(read, in: scope) { return value }
    let value = try MemberClaim.suspended(get)
    note(value, of: read.member)
    return value
  }

  /// The replacement, when it is the read that is looked for; `nil` when it is another one.
  func answer<Value>(_ read: MemberRead, in scope: MemberScope) throws(ResolutionError) -> Value? {
    let step = read.member.step(in: scope)
    guard read.instances === instances else {
      found.withLock { if $0.foreign == nil { $0.foreign = step } }
      return nil
    }
    guard replacement.type == Value.self else {
      found.withLock { if $0.other == nil { $0.other = (step, TypeName(Value.self)) } }
      return nil
    }
    let isFirst = found.withLock { found in
      guard found.claimed == nil else { return false }
      found.claimed = (MemberState.Target(member: read.member.id, key: read.key), read.member)
      return true
    }
    guard isFirst else { return nil }
    do {
      let value = try replacement.prepare()
      found.withLock { $0.made = value }
      return value as? Value
    } catch { throw ResolutionError(error, through: step) }
  }
}
