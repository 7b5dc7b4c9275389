// SPDX-License-Identifier: Apache-2.0
public import Dovetail

/// The values that a ``NamedBind`` needs: exactly the declared ones, by name.
public struct Values: Sendable {
  private let owner: String
  private var values: [String: any Sendable] = [:]
  var resolver: (any Resolver)?

  init(of owner: String) { self.owner = owner }

  mutating func set(_ name: String, _ value: any Sendable) { values[name] = value }

  /// The names, sorted.
  public var names: [String] { values.keys.sorted() }

  /// The number of values: one for each declared name.
  public var count: Int { values.count }

  /// The value of a name.
  ///
  /// - Throws: `ResolutionError` with code `.missing` for a name that is not declared as a need, or `.wrongType` for a value of
  ///   another type.
  public subscript<Wanted>(_ name: String) -> Wanted {
    get throws(ResolutionError) {
      guard let value = values[name] else {
        throw ResolutionError(
          .missing, Graph.Key(dynamic: name), "'\(name)' is no need of '\(owner)'",
          similar: Spelling.closest(to: name, in: names, limit: 3).map { "'\($0)'" },
          help: "add \"\(name)\" to the needs of '\(owner)'")
      }
      return try DynamicValue.cast(value, of: name)
    }
  }

  func resolver(for name: String) throws(ResolutionError) -> any Resolver {
    guard let resolver else { throw Values.unfinished(name) }
    return resolver
  }

  static func unfinished(_ name: String) -> ResolutionError {
    ResolutionError(.failed, Graph.Key(dynamic: name), "'\(name)' was asked for before its bind was complete")
  }
}

/// Converts the value of a name to the requested type.
enum DynamicValue {
  static func cast<Wanted>(_ value: any Sendable, of name: String) throws(ResolutionError) -> Wanted {
    if let value = value as? Wanted { return value }
    if let provider = value as? Provider<any Sendable>, let wanted = Wanted.self as? any TypedProvider.Type,
      let typed = wanted.adapting(provider, of: name) as? Wanted
    {
      return typed
    }
    throw .wrongType(name, is: type(of: value), not: Wanted.self)
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
      try DynamicValue.cast(provider.make(), of: DynamicProvider.product(of: name) ?? name)
    })
  }
}

extension ResolutionError {
  static func wrongType(_ name: String, is found: any Any.Type, not wanted: any Any.Type) -> ResolutionError {
    ResolutionError(
      .wrongType, Graph.Key(dynamic: name), "'\(name)' is of the type '\(TypeName(found))', not '\(TypeName(wanted))'",
      help: "ask for '\(TypeName(found))', or bind another value under this name")
  }
}
