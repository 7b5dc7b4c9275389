// SPDX-License-Identifier: Apache-2.0

/// Wraps the value bound for a type; bindings that need the type get the wrapper.
///
/// Several decorators of one type are applied in declared order, the first one innermost. A decorator has the scope of the binding that it wraps,
/// and wraps overrides too, but none that is private.
///
/// A wrapper that belongs to an actor runs there, as the factory of a ``Bind`` does, and may wrap what belongs to it.
///
/// ```swift
/// Decorate((any Engine).self) { (inner: any Engine, meter: Meter) in MeteredEngine(inner, meter) }
/// ```
public struct Decorate<Value>: Nonisolated {
  var bind: Bind<Value>

  /// Declares a decorator.
  ///
  /// - Parameters:
  ///   - type: The type whose binding is wrapped.
  ///   - wrap: Takes the inner value, then any number of dependencies.
  ///   - fileID: Where the decorator is written.
  ///   - line: Where the decorator is written.
  ///   - column: Where the decorator is written.
  public init<each Need>(
    _ type: Value.Type, _ wrap: @escaping @isolated(any) @Sendable (Value, repeat each Need) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    bind = Bind(SourceLocation(fileID: fileID, line: line, column: column), wrap)
    bind.declaration.role = .decorator
    bind.declaration.needs[0].need.source = .inner
  }

  /// Wraps the binding of this name instead of the plain one.
  @_disfavoredOverload
  public func named(_ name: String?) -> Self { changed { $0.named(name) } }

  /// Wraps the binding of this key.
  public func named(_ key: Key<Value>) -> Self { changed { $0.named(key) } }

  private func changed(_ change: (Bind<Value>) -> Bind<Value>) -> Self {
    var copy = self
    copy.bind = change(bind)
    return copy
  }
}

// The wrapped value is no dependency: these are about the other parameters.
extension Decorate {
  /// Says which names the dependencies of a type mean, or declares what the closure resolves from its resolver, as on a ``Bind``.
  ///
  /// ```swift
  /// Decorate((any Engine).self) { (inner: any Engine, meter: Meter) in MeteredEngine(inner, meter) }.needs(.trip)
  /// ```
  ///
  /// - Parameter keys: One key for all dependencies of the type, or one for each of them.
  public func needs<Need>(_ keys: Key<Need>...) -> Self { changed { $0.needing(keys) } }

  /// Says which names the dependencies of a type mean, as text, as on a ``Bind``.
  ///
  /// - Parameters:
  ///   - type: The type of the dependency, also inside a provider, a collection, a closure or the like.
  ///   - names: One name for all dependencies of the type, or one for each of them; `nil` leaves a dependency as it is.
  public func needs<Need>(_ type: Need.Type, named names: String?...) -> Self { changed { $0.naming(type, names) } }

  /// Declares that the closure resolves a type from its resolver.
  public func needs<Need>(_ type: Need.Type) -> Self { changed { $0.needs(type) } }

  /// Allows an empty collection of a type, also one that a provider or a closure returns.
  public func allowEmpty<Collection>(_ type: Collection.Type) -> Self { changed { $0.allowEmpty(type) } }
}
