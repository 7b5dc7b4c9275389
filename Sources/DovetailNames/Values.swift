// SPDX-License-Identifier: Apache-2.0
public import Dovetail

/// The values that a ``NamedBind`` needs: exactly the declared ones, by name.
///
/// It stays with the factory: some of the values may belong to its actor.
public struct Values {
  private let owner: String
  /// In the order of the dependencies; a name may stand several times.
  private(set) var all: [(name: String, value: any Sendable)] = []
  var resolver: (any Resolver)?

  init(of owner: String) { self.owner = owner }

  mutating func add(_ name: String, _ value: any Sendable) { all.append((name, value)) }

  /// The names, sorted.
  public var names: [String] { Set(all.map(\.name)).sorted() }

  /// The number of values: one for each declared name.
  public var count: Int { all.count }

  /// The value of a name.
  ///
  /// - Throws: `ResolutionError` with code `.missing` for a name that is not declared as a dependency, or `.wrongType` for a value of
  ///   another type.
  public subscript<Wanted>(_ name: String, as type: Wanted.Type = Wanted.self) -> Wanted {
    get throws(ResolutionError) { try DynamicValue.cast(Kept.content(of: value(of: name)), of: name) }
  }

  /// The provider of a name that ends in `Provider`, as a closure.
  ///
  /// - Throws: `ResolutionError`, as for a value.
  public subscript<Product>(_ name: String) -> @Sendable () -> Product {
    get throws(ResolutionError) { try closure(name) }
  }

  /// The provider of a name that ends in `Provider`, as a closure for an optional property.
  ///
  /// - Throws: `ResolutionError`, as for a value.
  public subscript<Product>(_ name: String) -> (@Sendable () -> Product)? {
    get throws(ResolutionError) { try closure(name) }
  }

  /// The provider of a name that ends in `Provider`, as a closure of the main actor.
  ///
  /// - Throws: `ResolutionError`, as for a value.
  public subscript<Product>(_ name: String, on actor: MainActor.Type = MainActor.self) -> @MainActor () -> Product {
    get throws(ResolutionError) { try mainActorClosure(name) }
  }

  /// The provider of a name that ends in `Provider`, as a closure of the main actor for an optional property.
  ///
  /// - Throws: `ResolutionError`, as for a value.
  public subscript<Product>(_ name: String, on actor: MainActor.Type = MainActor.self) -> (@MainActor () -> Product)? {
    get throws(ResolutionError) { try mainActorClosure(name) }
  }

  func closure<Product>(_ name: String) throws(ResolutionError) -> @Sendable () -> Product {
    let value = try value(of: name)
    return try DynamicValue.closure(value, of: name)
  }

  /// A closure that builds on the main actor, as what is kept there needs.
  func mainActorClosure<Product>(_ name: String) throws(ResolutionError) -> @MainActor () -> Product {
    let value = try value(of: name)
    if let closure = value as? @MainActor () -> Product { return closure }
    let provider: Provider<Product> = try DynamicValue.cast(value, of: name)
    return { provider() }
  }

  private func value(of name: String) throws(ResolutionError) -> any Sendable {
    if let found = all.first(where: { $0.name == name }) { return found.value }
    throw ResolutionError(
      .missing, Graph.Key(dynamic: name), "'\(name)' is no dependency of '\(owner)'",
      similar: Spelling.closest(to: name, in: names, limit: 3).map { "'\($0)'" },
      help: "add \"\(name)\" to the dependencies of '\(owner)'")
  }

  func resolver(for name: String) throws(ResolutionError) -> any Resolver {
    guard let resolver else { throw Values.unfinished(name) }
    return resolver
  }

  static func unfinished(_ name: String) -> ResolutionError {
    ResolutionError(.failed, Graph.Key(dynamic: name), "'\(name)' was read before its binding was complete")
  }
}

/// A value that is kept on the main actor, and need not be Sendable.
// SAFETY: only bindings of the main actor make one, and their values are for resolutions that stay on it: see `ActorClaim`. Only those, and the factories of the
// actor, take the content out.
struct Kept: @unchecked Sendable {
  private let value: Any

  init(_ value: Any) { self.value = value }

  /// The value itself.
  static func content(of value: any Sendable) -> Any { (value as? Kept)?.value ?? value }
}

/// Converts the value of a name to the resolved type.
enum DynamicValue {
  static func cast<Wanted>(_ value: Any, of name: String) throws(ResolutionError) -> Wanted {
    if let value = value as? Wanted { return value }
    if let provider = value as? Provider<any Sendable>, let wanted = Wanted.self as? any TypedProvider.Type,
      let typed = wanted.adapting(provider, of: name) as? Wanted
    {
      return typed
    }
    throw .wrongType(name, is: type(of: value), not: Wanted.self)
  }

  /// A closure: the value itself, or one that calls the provider.
  static func closure<Product>(_ value: any Sendable, of name: String) throws(ResolutionError) -> @Sendable () -> Product {
    if let closure = value as? @Sendable () -> Product { return closure }
    guard value is Provider<any Sendable> else { throw .wrongType(name, is: type(of: value), not: (() -> Product).self) }
    let provider: Provider<Product> = try cast(value, of: name)
    return { provider() }
  }
}

/// A provider whose type is unknown to the code that makes it.
protocol TypedProvider {
  /// A provider of this type over one whose values have to be cast.
  static func adapting(_ provider: Provider<any Sendable>, of name: String) -> Any
}

extension Provider: TypedProvider {
  static func adapting(_ provider: Provider<any Sendable>, of name: String) -> Any {
    Provider(request: { () throws(ResolutionError) -> Value in
      try DynamicValue.cast(Kept.content(of: provider.make()), of: DynamicProvider.product(of: name) ?? name)
    })
  }
}

extension ResolutionError {
  static func wrongType(_ name: String, is found: any Any.Type, not wanted: any Any.Type) -> ResolutionError {
    let help =
      found == Provider<any Sendable>.self
      ? "take it as a 'Provider' of what it makes, or let the factory take the values and read it there as a closure"
      : "resolve it as '\(TypeName(found))', or bind another value under this name"
    return ResolutionError(
      .wrongType, Graph.Key(dynamic: name), "'\(name)' is of the type '\(TypeName(found))', not '\(TypeName(wanted))'", help: help
    )
  }
}
