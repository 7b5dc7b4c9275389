// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime

/// An override that is looking for its member: the property is read once, and the first `single`, `weak` or `transient` of the component
/// that makes a value of the property's type takes the replacement: a given value is returned, a factory makes the first instance of the new generation.
final class Override: Sendable {
  /// The member that took the replacement, and its new generation.
  private struct Claim: Sendable {
    let site: MemberSite
    /// The owner of the new generation: the component's instances, or their replacement in a `withOverrides(_:)`.
    let home: Instances
    let last: Generation
    /// The generation for the member and everything that is made from it from now on.
    let next: Generation
  }

  private struct Findings: Sendable {
    var claim: Claim?
    /// The reasons why members that were read could not take the replacement, by weight; the error has the heaviest.
    var refusals: [Int: ResolutionError] = [:]
  }

  /// The role of a read for an override.
  private enum Role: Sendable {
    /// The read may be the one that the override looks for.
    case candidate(Override)
    /// The read makes the replacement, which reads the component as it will be.
    case supply(Claim)
  }

  @TaskLocal private static var role: Role?

  private let instances: Instances
  private let owner: TypeName
  private let replacement: Replacement
  private let location: SourceLocation
  private let found = Lock(Findings())

  init<Owner: Component>(of component: Owner, by replacement: Replacement, at location: SourceLocation) {
    (instances, owner) = (component.instances, TypeName(Owner.self))
    (self.replacement, self.location) = (replacement, location)
  }

  // Not inlined: nearly all reads have no override to ask for.
  static var current: Override? {
    @inline(never) get { if case .candidate(let override) = role { override } else { nil } }
  }

  /// Whether the running code makes a replacement.
  static var isMaking: Bool { if case .supply = role { true } else { false } }

  /// The generation for reads of instances whose override is making its replacement.
  static func generation(of home: Instances) -> Unmanaged<Generation>? {
    if case .supply(let claim) = role, claim.home === home { .passUnretained(claim.next) } else { nil }
  }

  /// Finds the member by reading it, and puts the replacement in its place.
  ///
  /// - Returns: Whether it took effect; `false` when another override of the component has taken effect meanwhile: the replacement is made in the component's
  ///   future state.
  func takesEffect(_ member: () throws -> Any) throws(ResolutionError) -> Bool {
    instances.detours.begin()
    defer { instances.detours.end() }
    do { return try begin(after: Override.$role.withValue(.candidate(self), operation: member)) } catch { throw refusal(error) }
  }

  nonisolated(nonsending) func takesEffect(
    awaiting member: nonisolated(nonsending) () async throws -> any Sendable
  ) async throws(ResolutionError) -> Bool {
    instances.detours.begin()
    defer { instances.detours.end() }
    do {
      return try begin(after: await Override.$role.withValue(.candidate(self), operation: member))
    } catch { throw refusal(error) }
  }
}

// The reads while an override looks for its member.
extension Override {
  /// Runs a read: gives the replacement to the wanted member. The reads inside other members are not candidates.
  @inline(never)
  func run<Value>(
    _ read: MemberRead, of asked: Instances, _ get: () throws(ResolutionError) -> Value
  ) throws(ResolutionError) -> Value {
    if let claim = take(read, of: asked, as: Value.self, awaits: false) {
      if let value = replacement.given as? Value { return value }
      return note(try Override.$role.withValue(.supply(claim)) { Result(catching: get) }.get(), by: read, in: claim)
    }
    let result = Override.$role.withValue(nil) { Result(catching: get) }
    miss(read, of: asked, as: Value.self, try? result.get())
    return try result.get()
  }

  /// Runs a read of a member that is made asynchronously.
  nonisolated(nonsending) func run<Value: Sendable>(
    _ read: MemberRead, of asked: Instances, _ get: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    if let claim = take(read, of: asked, as: Value.self, awaits: true) {
      if let value = replacement.given as? Value { return value }
      return note(try await Override.$role.withValue(.supply(claim), operation: get), by: read, in: claim)
    }
    let result: Result<Value, any Error>
    do { result = .success(try await Override.$role.withValue(nil, operation: get)) } catch { result = .failure(error) }
    miss(read, of: asked, as: Value.self, try? result.get())
    return try result.get()
  }

  private func note<Value>(_ made: Value, by read: MemberRead, in claim: Claim) -> Value {
    replacement.note(made, for: read.scope == .transient ? claim.next : nil)
    return made
  }

  /// Whether a read is the wanted one: then it makes the replacement.
  private func take(_ read: MemberRead, of asked: Instances, as type: any Any.Type, awaits: Bool) -> Claim? {
    let fits = replacement.type == type && (awaits || !replacement.isAwaited) && isOnItsActor(read)
    guard asked === instances, fits else { return nil }
    let home = asked.home.takeUnretainedValue()
    let last = home.newest
    let next = Generation(replacing: last.replacements.merging([read.site.id(for: read.key): replacement]) { $1 })
    let claim = Claim(site: read.site, home: home, last: last, next: next)
    let isFirst = found.withLock { found in
      defer { found.claim = found.claim ?? claim }
      return found.claim == nil
    }
    guard isFirst else { return nil }
    // The replacement may read members that close: their memory stays until they have, even if the override is refused.
    _ = home.add(telling: { withExtendedLifetime(next) {} })
    return claim
  }

  /// Whether a value that is not Sendable stays on its actor.
  private func isOnItsActor(_ read: MemberRead) -> Bool { replacement.actor == nil || replacement.actor == read.key?.actor }

  /// Notes why a member could not take the replacement.
  ///
  /// - Parameter value: The value that the member made.
  private func miss(_ read: MemberRead, of asked: Instances, as type: any Any.Type, _ value: Any?) {
    func fits<Wanted>(_ type: Wanted.Type) -> Bool { value is Wanted }
    let name = read.site.text
    let published = "\(wanted)".contains(" ") ? "(\(wanted))" : "\(wanted)"
    let (weight, message, help) =
      if asked !== instances {
        (
          0, "'\(name)' belongs to the component '\(TypeName(read.site.owner))', not to '\(owner)'",
          "override it there, or make it a member here: transient { … }"
        )
      } else if replacement.type == type, !isOnItsActor(read) {
        (
          2, "'\(name)' is not read on the actor that the override is written on, and '\(wanted)' is not Sendable",
          "override it where the member is isolated to, or let '\(wanted)' conform to Sendable"
        )
      } else if replacement.type == type {
        (
          2, "'\(name)' is read without awaiting, so a factory that awaits cannot take its place",
          "override it with a value, or with a factory that does not await"
        )
      } else if _openExistential(replacement.type, do: fits) {
        (
          1, "'\(name)' makes a '\(TypeName(type))', so a '\(wanted)' cannot take its place",
          "name the type that the member is published under: \(read.scope)(\(published).self) { … }"
        )
      } else {
        (
          1, "the property computes a '\(wanted)' from '\(name)', without single, weak or transient of its own",
          "wrap what it makes in single { … } or transient { … }"
        )
      }
    let refusal = refusal(message, key: name, help: help)
    found.withLock { $0.refusals[weight] = $0.refusals[weight] ?? refusal }
  }
}

// The outcome of the search.
extension Override {
  /// Makes the override take effect, if there is no reason against it.
  ///
  /// - Parameter value: The value of the property.
  private func begin(after value: Any) throws(ResolutionError) -> Bool {
    let found = found.withLock { $0 }
    guard let claim = found.claim else {
      throw found.refusals.max { $0.key < $1.key }?.value
        ?? refusal(
          "the property makes a '\(wanted)' without single, weak or transient, so nothing can take its place",
          help: "wrap what it makes in single { … } or transient { … }")
    }
    let name = claim.site.text
    if let made = replacement.takeFirst(), !Override.isSame(made, value) {
      throw refusal(
        "reading the property makes something new from '\(name)', so replacing '\(name)' does not replace it", key: name,
        help: "wrap what the property makes in transient { … }, or override '\(name)' itself")
    }
    if let given = replacement.given, let other = claim.home.site(holding: given, except: claim.site)?.text {
      throw refusal(
        "the replacement of '\(name)' is what '\(other)' has made: both would be one object", key: name,
        help: "make another '\(wanted)', or say that they are one: override(…) { $0.\(other) }")
    }
    return claim.home.begin(claim.next, after: claim.last)
  }

  private var wanted: TypeName { TypeName(replacement.type) }

  private func refusal(_ error: any Error) -> ResolutionError {
    let help = "let the closure read the member and nothing else"
    return error as? ResolutionError ?? refusal("reading the member that is to be overridden threw: \(error)", help: help)
  }

  private func refusal(_ message: String, key: String? = nil, help: String) -> ResolutionError {
    let key = key.map { Graph.Key(dynamic: $0) } ?? Graph.Key(type: wanted)
    return ResolutionError(.nothingToOverride, key, message, location: location, help: help)
  }

  /// Whether two values are the same, as far as can be told: objects by identity, others by their equality.
  private static func isSame(_ left: Any, _ right: Any) -> Bool {
    func equals<Left: Equatable>(_ left: Left) -> Bool { left == right as? Left }
    if type(of: left) is AnyClass || type(of: right) is AnyClass { return left as AnyObject === right as AnyObject }
    return (left as? any Equatable).map { equals($0) } ?? true
  }
}
