// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime
internal import Synchronization

/// An override that is looking for its member: the property is read once, and the first `single`, `weak` or `transient` of the component
/// that makes a value of the property's type takes the replacement: a given value is returned, a factory makes the first instance of the new generation.
final class Override: Sendable {
  /// The member that took the replacement, and its new generation.
  fileprivate struct Claim: Sendable {
    let site: MemberSite
    /// The owner of the new generation: the component's instances, or their replacement in a `withOverrides(_:)`.
    let home: Instances
    let last: Generation
    /// The generation for the member and everything that is made from it from now on.
    let next: Generation
  }

  fileprivate struct Findings: Sendable {
    var claim: Claim?
    /// What the replacing factory threw and the member cannot throw: the override is refused, and the property is read without it.
    var failure: ResolutionError?
    /// The reasons why members that were read could not take the replacement, by weight; the error has the heaviest.
    var refusals: [Int: ResolutionError] = [:]
  }

  /// The role of the running code for an override.
  private struct Role: Sendable {
    let override: Override
    /// Whether it makes the replacement, or comes after that: it reads the component as it will be. A read of other code may be the one that is looked for.
    let isSupply: Bool
  }

  @TaskLocal private static var inherited: Role?

  /// The role of the running code. A task that the search has started, and that outlives it, has none.
  private static var role: Role? { inherited.flatMap { $0.override.isOver.load(ordering: .acquiring) ? nil : $0 } }

  /// Held by the component that is overridden: a task that the search has started may hold this for long.
  private weak let instances: Instances?
  private let owner: TypeName
  private let replacement: Replacement
  private let location: SourceLocation
  /// The override around this one, whose search or factory begins it.
  private let outer = role?.override
  private let found = Lock(Findings())
  private let isOver = Atomic<Bool>(false)

  init(of instances: Instances, _ owner: TypeName, by replacement: Replacement, at location: SourceLocation) {
    (self.instances, self.owner, self.replacement, self.location) = (instances, owner, replacement, location)
  }

  /// The override that may look for the read of the running code.
  static var current: Override? { role.flatMap { $0.isSupply ? nil : $0.override } }

  /// Whether the running code makes a replacement.
  static var isMaking: Bool { role?.isSupply == true }

  /// The generation for reads of instances whose override is making its replacement.
  static func generation(of home: Instances) -> Generation? {
    guard let role, role.isSupply else { return nil }
    return sequence(first: role.override, next: \.outer).lazy.compactMap(\.claim).first { $0.home === home }?.next
  }

  private var claim: Claim? { found.withLock { $0.claim } }

  /// The role of what is read once the member has taken the replacement; `nil` before, and when the replacement has failed.
  private var supply: Role? {
    let isSupply = found.withLock { $0.claim != nil && $0.failure == nil }
    return isSupply ? Role(override: self, isSupply: true) : nil
  }
}

extension Component {
  /// Finds a member by reading it, and puts a replacement in its place; again, when another override of the component has taken effect meanwhile, because the
  /// replacement is made in the component's future state.
  func replace<Value>(
    _ member: (Self) throws -> Value, _ location: SourceLocation, by replacement: Replacement
  ) throws(ResolutionError) -> Self {
    while true {
      let search = Override(of: instances, TypeName(Self.self), by: replacement, at: location)
      if try search.begin(after: search.reading { try member(self) }) { return self }
    }
  }

  /// The same for a member that is made asynchronously. A cancellation is passed on.
  nonisolated(nonsending) func replace<Value: Sendable>(
    awaiting member: nonisolated(nonsending) (Self) async throws -> Value, _ location: SourceLocation, by replacement: Replacement
  ) async throws -> Self {
    while true {
      let search = Override(of: instances, TypeName(Self.self), by: replacement, at: location)
      let read = try await search.reading { try await member(self) }
      if case .failure(let error as CancellationError) = read {
        search.forget()
        throw error
      }
      if try search.begin(after: read) { return self }
    }
  }
}

// The reads while an override looks for its member.
extension Override {
  /// Reads the property whose member is looked for.
  fileprivate func reading<Value>(_ read: () throws -> Value) throws(ResolutionError) -> Result<Value, any Error> {
    try check()
    Detours.begin()
    defer { end() }
    return Result { try Override.$inherited.withValue(Role(override: self, isSupply: false), operation: read) }
  }

  fileprivate nonisolated(nonsending) func reading<Value: Sendable>(
    _ read: nonisolated(nonsending) () async throws -> Value
  ) async throws(ResolutionError) -> Result<Value, any Error> {
    try check()
    Detours.begin()
    defer { end() }
    return await Override.$inherited.withValue(Role(override: self, isSupply: false)) { await Result(awaiting: read) }
  }

  private func end() {
    isOver.store(true, ordering: .releasing)
    Detours.end()
  }

  /// Lets go of what was found.
  ///
  /// - Returns: That.
  @discardableResult
  fileprivate func forget() -> Findings {
    found.withLock { found in
      defer { found = Findings() }
      return found
    }
  }

  /// Refuses an override that could not take effect.
  private func check() throws(ResolutionError) {
    guard let instances else { return }
    if instances.isClosed {
      let key = Graph.Key(type: wanted)
      throw .closed("the component '\(owner)'", key).trying("\(key.quoted) was overridden", help: "override it before that")
    }
    let home = instances.home
    // It would make the override around it begin again, for ever.
    if sequence(first: self, next: \.outer).contains(where: { $0.claim?.home === home }) {
      throw refusal(
        "a factory that replaces a member of '\(owner)' overrides '\(owner)' itself", help: "override one member after the other")
    }
  }

  /// Runs a read: gives the replacement to the wanted member. The reads inside other members are not candidates.
  ///
  /// - Parameter canThrow: Whether the code that reads can throw an error. Code that cannot throw that of the replacing factory
  ///   reads the member as it was.
  func run<Value>(
    _ read: MemberRead, of asked: Instances, canThrow: (ResolutionError) -> Bool, _ get: () throws(ResolutionError) -> Value
  ) throws(ResolutionError) -> Value {
    let isTaken = take(read, of: asked, as: Value.self, awaits: false)
    if isTaken, let given = replacement.given, let value = given as? Value { return value }
    var made = Override.$inherited.withValue(supply) { Result(catching: get) }
    if isTaken, case .failure(let error) = made, !canThrow(error) {
      found.withLock { $0.failure = error }
      made = Override.$inherited.withValue(nil) { Result(catching: get) }
    }
    note(try? made.get(), by: read, of: asked, as: Value.self, isTaken)
    return try made.get()
  }

  /// Runs a read of a member that is made asynchronously.
  nonisolated(nonsending) func run<Value: Sendable>(
    _ read: MemberRead, of asked: Instances, _ get: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    let isTaken = take(read, of: asked, as: Value.self, awaits: true)
    if isTaken, let given = replacement.given, let value = given as? Value { return value }
    let made = await Override.$inherited.withValue(supply) { await Result(awaiting: get) }
    note(try? made.get(), by: read, of: asked, as: Value.self, isTaken)
    return try made.get()
  }

  /// Notes what a read has made, or why it could not take the replacement.
  private func note(
    _ value: Any?, by read: MemberRead, of asked: Instances, as type: any Any.Type, _ isTaken: Bool
  ) {
    guard isTaken else { return miss(read, of: asked, as: type, value) }
    if let value { replacement.note(value, for: read.scope == .transient ? claim?.next.member(read).member : nil) }
  }

  /// Whether a read is the wanted one: then it makes the replacement.
  private func take(_ read: MemberRead, of asked: Instances, as type: any Any.Type, awaits: Bool) -> Bool {
    let fits = replacement.type == type && (awaits || !replacement.isAwaited) && isOnItsActor(read)
    guard asked === instances, fits else { return false }
    let home = asked.home
    let last = home.newest
    let next = Generation(
      replacing: last.replacements.merging([read.site.id(for: read.key): replacement]) { $1 }, noting: home.log)
    return found.withLock { found in
      guard found.claim == nil else { return false }
      found.claim = Claim(site: read.site, home: home, last: last, next: next)
      return true
    }
  }

  /// Whether a value that is not Sendable stays on its actor.
  private func isOnItsActor(_ read: MemberRead) -> Bool {
    replacement.actor == nil || replacement.actor == read.key?.actor
  }

  /// Notes why a member could not take the replacement.
  ///
  /// - Parameter value: The value that the member made.
  private func miss(_ read: MemberRead, of asked: Instances, as type: any Any.Type, _ value: Any?) {
    func fits<Wanted>(_ type: Wanted.Type) -> Bool { value is Wanted }
    let name = read.site.text
    let published = "\(wanted)".contains(" ") ? "(\(wanted))" : "\(wanted)"
    func refuse(_ weight: Int, _ message: String, help: String) {
      let refusal = refusal(message, key: name, help: help)
      found.withLock { $0.refusals[weight] = $0.refusals[weight] ?? refusal }
    }
    if asked !== instances {
      refuse(
        0, "'\(name)' belongs to the component '\(TypeName(read.site.owner))', not to '\(owner)'",
        help: "override it there, or make it a member here: transient { … }")
    } else if replacement.type == type, !isOnItsActor(read) {
      refuse(
        2, "'\(name)' is not read on the actor that the override is written on, and '\(wanted)' is not Sendable",
        help: "override it where the member is isolated to, or let '\(wanted)' conform to Sendable")
    } else if replacement.type == type {
      refuse(
        2, "'\(name)' is read without awaiting, so a factory that awaits cannot take its place",
        help: "override it with a value, or with a factory that does not await")
    } else if _openExistential(replacement.type, do: fits) {
      refuse(
        1, "'\(name)' makes an instance of '\(TypeName(type))', so one of '\(wanted)' cannot take its place",
        help: "name the type that the member is published under: \(read.scope.call)(\(published).self) { … }")
    } else {
      let message =
        "the property computes an instance of '\(wanted)' from '\(name)', without single, weak or transient of its own"
      refuse(1, message, help: "wrap what it makes in single { … } or transient { … }")
    }
  }
}

// The outcome of the search.
extension Override {
  /// Makes the override take effect, if there is no reason against it.
  ///
  /// - Parameter read: The value of the property.
  fileprivate func begin<Value>(after read: Result<Value, any Error>) throws(ResolutionError) -> Bool {
    let value: Value
    let found = forget()
    if let failure = found.failure { throw failure }
    do { value = try read.get() } catch { throw refusal(error) }
    guard let claim = found.claim else {
      throw found.refusals.max { $0.key < $1.key }?.value
        ?? refusal(
          "the property gives an instance of '\(wanted)' without single, weak or transient, so nothing can take its place",
          help: "wrap what it makes in single { … } or transient { … }; an input, which is stored, is given to the initializer")
    }
    let name = claim.site.text
    if let made = replacement.takeFirst(), !Override.isSame(made, value) {
      throw refusal(
        "reading the property makes something new from '\(name)', so replacing '\(name)' does not replace it", key: name,
        help: "wrap what the property makes in transient { … }, or override '\(name)' itself")
    }
    let holders = replacement.given.map { claim.home.members(holding: $0) } ?? []
    if let other = holders.first(where: { $0.site.id() != claim.site.id() })?.site.text {
      let isHandedOn = holders.contains { $0.site.id() == claim.site.id() }
      throw refusal(
        "the replacement of '\(name)' is what '\(other)' has made: both would be one object", key: name,
        help: "make another '\(wanted)'" + (isHandedOn ? "" : ", or say that they are one: override(…) { $0.\(other) }"))
    }
    if let given = replacement.given, !holders.isEmpty || claim.home.isHeldOutside(given) {
      claim.home.close(given, of: replacement) {}  // What holds it closes it.
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

  /// Whether two values are the same, as far as can be told: objects by identity, others by their type and their equality. A value that
  /// is not `Equatable` and wraps one of its own type counts as the same.
  private static func isSame(_ left: Any, _ right: Any) -> Bool {
    guard type(of: left) == type(of: right) else { return false }
    // Some values, such as a NaN, do not equal themselves.
    func equals<Left: Equatable>(_ left: Left) -> Bool { left != left || left == right as? Left }
    let (first, second) = (objectHeld(by: left), objectHeld(by: right))
    if first != nil || second != nil { return first === second }
    return (left as? any Equatable).map { equals($0) } ?? true
  }
}
