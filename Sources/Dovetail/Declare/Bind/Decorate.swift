// SPDX-License-Identifier: Apache-2.0

/// Wraps the value bound for a type; bindings that need the type get the wrapper.
///
/// Several decorators of one type are applied in declared order, the first one innermost. A decorator has the scope of the binding that it wraps,
/// and wraps overrides too.
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
    bind = Bind(SourceLocation(fileID: fileID, line: line, column: column), wrapping: true, wrap)
    bind.declaration.role = .decorator
    bind.declaration.needs[0].need.source = .inner
  }

  /// Wraps the binding of this name instead of the plain one.
  @_disfavoredOverload
  public func named(_ name: String?) -> Self {
    var copy = self
    copy.bind = bind.named(name)
    return copy
  }

  /// Wraps the binding of this key.
  public func named(_ key: Key<Value>) -> Self { named(key.name) }
}
