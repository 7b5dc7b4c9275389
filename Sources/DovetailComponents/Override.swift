// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime

/// One override of a component's member, from finding the member to putting the replacement in its place.
struct Override<Owner: Component, Value: Sendable> {
  let component: Owner
  let replacement: Replacement
  let location: SourceLocation
  /// The value that the program wants to see; `nil` when a factory makes it.
  var given: Value?

  func apply(_ property: (Owner) throws -> Value) throws(ResolutionError) {
    while try !begin(Result { try MemberClaim.read(component.instances, replacement) { try property(component) } }) {}
  }

  nonisolated(nonsending) func apply(
    awaiting member: nonisolated(nonsending) (Owner) async throws -> Value
  ) async throws(ResolutionError) {
    var found: Result<(value: Value, findings: MemberClaim.Findings), any Error>
    repeat {
      do {
        found = .success(try await MemberClaim.read(component.instances, replacement) { try await member(component) })
      } catch { found = .failure(error) }
    } while try !begin(found)
  }

  /// Lets the override take effect.
  ///
  /// - Returns: Whether it does; not when another override of the component has come in between: the replacement is made in what the
  ///   component will be.
  private func begin(_ found: Result<(value: Value, findings: MemberClaim.Findings), any Error>) throws(ResolutionError) -> Bool {
    do { return try next(after: try found.get()).begin() } catch let error as ResolutionError { throw error } catch {
      throw refusal(
        "reading the member that is to be overridden threw: \(error)", key: nil,
        help: "let the closure read the member and nothing else")
    }
  }

  /// What the component will be, when nothing speaks against it.
  private func next(after found: (value: Value, findings: MemberClaim.Findings)) throws(ResolutionError) -> NextGeneration {
    guard let claimed = found.findings.claimed else { throw missed(found.findings) }
    let name = claimed.site.text
    if let made = claimed.made as? Value, !Self.isSame(made, found.value) {
      throw refusal(
        "reading the property makes something new from '\(name)', so replacing '\(name)' does not replace it", key: name,
        help: "wrap what the property makes in transient { … }, or override '\(name)' itself")
    }
    if let given, let other = owner(of: given, in: claimed.next) {
      throw refusal(
        "the replacement of '\(name)' is what '\(other)' has made: both would be one object", key: name,
        help: "make another '\(TypeName(Value.self))', or say that they are one: override(…) { $0.\(other) }")
    }
    return claimed.next
  }

  /// Why no member took the replacement.
  private func missed(_ findings: MemberClaim.Findings) -> ResolutionError {
    let wanted = TypeName(Value.self)
    if let step = findings.foreign, findings.other == nil {
      return refusal(
        "\(step.key.quoted) belongs to the component '\(step.module)', not to '\(TypeName(Owner.self))'", key: "\(step.key)",
        help: "override it there, or make it a member here: transient { … }")
    }
    if let step = findings.unawaited {
      return refusal(
        "\(step.key.quoted) is read without awaiting, so a factory that awaits cannot take its place", key: "\(step.key)",
        help: "override it with a value, or with a factory that does not await")
    }
    guard let other = findings.other else {
      return refusal(
        "the property makes a '\(wanted)' without single, weak or transient, so nothing can take its place", key: nil,
        help: "wrap what it makes in single { … } or transient { … }")
    }
    guard findings.otherFits else {
      return refusal(
        "the property computes a '\(wanted)' from \(other.step.key.quoted), without single, weak or transient of its own",
        key: "\(other.step.key)", help: "wrap what it makes in single { … } or transient { … }")
    }
    let word = other.step.scope.word
    return refusal(
      "\(other.step.key.quoted) makes a '\(other.type)', so a '\(wanted)' cannot take its place", key: "\(other.step.key)",
      help: "name the type that the member is published under: \(word)(\(wanted.metatype)) { … }")
  }

  private func refusal(_ message: String, key: String?, help: String?) -> ResolutionError {
    let key = key.map { Graph.Key(dynamic: $0) } ?? Graph.Key(type: TypeName(Value.self))
    return ResolutionError(.nothingToOverride, key, message, location: location, help: help)
  }

  /// The member other than the replaced one that holds an object.
  private func owner(of value: Value, in next: NextGeneration) -> String? {
    guard type(of: value as Any) is AnyClass else { return nil }
    return next.home.site(holding: value as AnyObject, except: next.target.member)?.text
  }

  /// Whether two values are the same, as far as can be told: objects by identity, others by their equality.
  private static func isSame(_ left: Value, _ right: Value) -> Bool {
    if type(of: left as Any) is AnyClass || type(of: right as Any) is AnyClass { return left as AnyObject === right as AnyObject }
    guard let left = left as? any Equatable else { return true }
    return equal(left, right)
  }

  private static func equal<First: Equatable>(_ left: First, _ right: Any) -> Bool { left == right as? First }
}

extension TypeName {
  /// The type as an argument: `Car.self`, `(any Engine).self`.
  var metatype: String { description.contains(" ") ? "(\(description)).self" : "\(description).self" }
}

extension Graph.Scope {
  /// What the members of a component call it.
  fileprivate var word: String {
    switch self {
    case .singleton: "single"
    case .weak: "weak"
    default: "transient"
    }
  }
}
