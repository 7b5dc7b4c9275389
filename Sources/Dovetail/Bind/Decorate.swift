// SPDX-License-Identifier: Apache-2.0

/// Wraps the value bound for a type; binds that need the type get the wrapper.
///
/// Several decorators of one type are applied in declared order, the first one innermost. A decorator has the scope of the bind that it wraps,
/// and wraps overrides too.
///
/// A wrapper that belongs to an actor runs there, as the factory of a ``Bind`` does, and may wrap what belongs to it.
///
/// ```swift
/// Decorate((any Engine).self) { (inner: any Engine, meter: Meter) in MeteredEngine(inner, meter) }
/// ```
public struct Decorate<Value>: Sendable {
  var bind: Bind<Value>

  /// Declares a decorator.
  ///
  /// - Parameters:
  ///   - type: The type whose bind is wrapped.
  ///   - wrap: Takes the inner value, then any number of needs.
  ///   - fileID: Where the decorator is written.
  ///   - line: Where the decorator is written.
  ///   - column: Where the decorator is written.
  public init<each Need>(
    _ type: Value.Type, _ wrap: @escaping @isolated(any) @Sendable (Value, repeat each Need) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    var declaration = Declaration(key: Graph.Key(type: TypeName(type)), role: .decorator, location: location)
    var inner = DeclaredNeed(type)
    inner.need.source = .inner
    declaration.needs = [inner]
    var room = ParameterRoom()
    room.add(type)
    for need in repeat (each Need).self {
      declaration.needs.append(DeclaredNeed(need))
      room.add(need)
    }
    let call = IsolatedWrap(run: wrap)
    if room.fits {
      // SAFETY: see `IsolatedCall` and `AddressedWrap`.
      let wrapper = unsafeBitCast(call, to: AddressedWrap<Value>.self)
      bind = Bind(declaration, on: wrap.isolation, wrapper.recipe(room.count))
    } else {
      // SAFETY: see `IsolatedCall`.
      let wrapper = unsafeBitCast(call, to: PlainWrap<Value, repeat each Need>.self)
      bind = Bind(
        declaration, on: wrap.isolation,
        Bind.raw { needs in try wrapper.run(needs.takeInner(), repeat needs.take((each Need).self)) })
    }
  }

  /// Wraps the bind of this name instead of the plain one.
  @_disfavoredOverload
  public func named(_ name: String?) -> Self {
    var copy = self
    copy.bind = bind.named(name)
    return copy
  }

  /// Wraps the bind of this key.
  public func named(_ key: Key<Value>) -> Self { named(key.name) }
}
