// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime

/// An override that is looking for its member: the property is read once, and the first `single`, `weak` or `transient` of the component
/// that makes a value of the property's type takes the replacement and returns it.
final class MemberClaim: Sendable {
  /// What the read of the property has met.
  struct Findings: Sendable {
    /// The member that took the replacement, and what took the place of its value.
    var claimed: (site: MemberSite, next: NextGeneration, made: (any Sendable)?)?
    /// The first member that makes something else, and whether what it made would do under the property's type.
    var other: (step: ResolutionError.Step, type: TypeName)?
    var otherFits = false
    /// The first member that belongs to another component.
    var foreign: ResolutionError.Step?
    /// The first member that is made synchronously, while the replacement has to be awaited.
    var unawaited: ResolutionError.Step?
  }

  /// What a read has to do with an override.
  private enum Role: Sendable {
    /// It may be the one that is looked for.
    case candidate(MemberClaim)
    /// The replacement is made, which reads the component as it will be.
    case supply(NextGeneration)
  }

  @TaskLocal private static var role: Role?

  private let instances: Instances
  private let replacement: Replacement
  private let fits: @Sendable (Any) -> Bool
  private let found = Lock(Findings())

  private init<Value>(_ instances: Instances, _ replacement: Replacement, for type: Value.Type) {
    self.instances = instances
    self.replacement = replacement
    fits = { $0 is Value }
  }

  static var current: MemberClaim? {
    if case .candidate(let claim) = role { claim } else { nil }
  }

  /// The generation that reads of some instances belong to because an override of them is making its replacement.
  static func generation(of home: Instances) -> Unmanaged<Generation>? {
    if case .supply(let next) = role, next.home === home { .passUnretained(next.generation) } else { nil }
  }

  /// Reads a member so that it takes the replacement.
  static func read<Value>(
    _ instances: Instances, _ replacement: Replacement, _ property: () throws -> Value
  ) throws -> (value: Value, findings: Findings) {
    let claim = MemberClaim(instances, replacement, for: Value.self)
    let value = try instances.detours.run { try $role.withValue(.candidate(claim), operation: property) }
    return (value, claim.found.withLock { $0 })
  }

  /// Reads an asynchronous member so that it takes the replacement.
  nonisolated(nonsending) static func read<Value>(
    _ instances: Instances, _ replacement: Replacement, _ member: nonisolated(nonsending) () async throws -> Value
  ) async throws -> (value: Value, findings: Findings) {
    let claim = MemberClaim(instances, replacement, for: Value.self)
    let value = try await instances.detours.run { try await $role.withValue(.candidate(claim), operation: member) }
    return (value, claim.found.withLock { $0 })
  }

  /// Runs a read: gives the replacement to the one that is looked for. What another one reads in turn is not looked for.
  @inline(never)
  func run<Value>(_ read: MemberRead, of asked: Instances, _ get: () throws(ResolutionError) -> Value) throws(ResolutionError)
    -> Value
  {
    if let next = take(read, of: asked, as: Value.self, awaits: false) {
      do {
        let made = try MemberClaim.$role.withValue(.supply(next)) { try replacement.prepare() }
        if let value = keep(made) as? Value { return value }
      } catch { throw ResolutionError(error, through: read.step) }
    }
    do {
      let value = try MemberClaim.$role.withValue(nil, operation: get)
      note(value, of: read)
      return value
    } catch { throw error as? ResolutionError ?? ResolutionError(error, through: read.step) }
  }

  /// Runs a read of a member that is made asynchronously.
  nonisolated(nonsending) func run<Value: Sendable>(
    _ read: MemberRead, of asked: Instances, _ get: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    if let next = take(read, of: asked, as: Value.self, awaits: true) {
      do {
        let made = try await MemberClaim.$role.withValue(.supply(next)) { try await replacement.prepareAwaiting() }
        if let value = keep(made) as? Value { return value }
      } catch { throw ResolutionError(error, through: read.step) }
    }
    let value = try await MemberClaim.$role.withValue(nil, operation: get)
    note(value, of: read)
    return value
  }

  /// Whether a read is the one that is looked for: then it is to make the replacement.
  private func take<Value>(_ read: MemberRead, of asked: Instances, as type: Value.Type, awaits: Bool) -> NextGeneration? {
    let step = read.step
    guard asked === instances else {
      found.withLock { if $0.foreign == nil { $0.foreign = step } }
      return nil
    }
    guard replacement.type == type else {
      found.withLock { if $0.other == nil { $0.other = (step, TypeName(type)) } }
      return nil
    }
    guard awaits || !replacement.isAwaited else {
      found.withLock { if $0.unawaited == nil { $0.unawaited = step } }
      return nil
    }
    let next = NextGeneration(of: asked.home, replacing: Generation.Target(member: read.site.id, key: read.key), by: replacement)
    return found.withLock { found in
      guard found.claimed == nil else { return nil }
      found.claimed = (read.site, next, nil)
      return next
    }
  }

  private func keep(_ made: (any Sendable)?) -> (any Sendable)? {
    found.withLock { $0.claimed?.made = made }
    return made
  }

  /// Notes what a member has made that is not the one that is looked for.
  private func note(_ value: Any, of read: MemberRead) {
    guard fits(value) else { return }
    found.withLock { if $0.other?.step.location == read.site.location { $0.otherFits = true } }
  }
}

/// What instances will be when an override takes effect.
struct NextGeneration: Sendable {
  /// Whose generation it will be: the component's own, or what a `withOverrides(_:)` has in their place.
  let home: Instances
  /// What the target and everything that is made from it now is made in, once.
  let generation: Generation
  private let last: Generation
  let target: Generation.Target

  init(of home: Instances, replacing target: Generation.Target, by replacement: Replacement) {
    self.home = home
    self.target = target
    last = home.newest
    var replacements = last.replacements
    replacements[target] = replacement
    generation = Generation(replacing: replacements)
  }

  /// Lets all reads belong to the generation from now on.
  ///
  /// - Returns: Whether it does; not when another override came first, which it knows nothing of.
  func begin() -> Bool { home.begin(generation, after: last) }
}
