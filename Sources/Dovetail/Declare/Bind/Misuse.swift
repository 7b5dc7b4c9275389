// SPDX-License-Identifier: Apache-2.0

// Misuse for which the compiler has no good words by itself. None of this can be called.

extension Bind {
  /// Refuses a value that exists, with the right form as the message.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "write 'instance:' before a value that exists, or give an initializer or a closure")
  public init(_ type: Value.Type, _ instance: Value) where Value: Sendable { self.init(type, instance: instance) }

  /// Refuses the key of another type, with the error as the message.
  @_documentation(visibility: internal)
  @available(
    *, unavailable, message: "the key belongs to another type: declare it in an extension of the Key of the binding's type"
  )
  public func named<Other>(_ key: Key<Other>) -> Self { self }

  /// Refuses a contribution whose value is no element of the collection, with the error as the message.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "the closure does not return an element: its value has to conform to the type behind 'to:'")
  public func contribute<Element, Other>(
    to element: Element.Type, key: String? = nil, _ upcast: @escaping @Sendable (Value) -> Other
  ) -> Self { self }
}

// Where two forms of a modifier take a property, the compiler says only that neither fits.
extension Bind {
  /// Refuses a property that cannot be set, with the error as the message.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "the property cannot be set: declare it with 'var', or give it to the initializer")
  public func require<Property>(_ property: KeyPath<Value, Property>, named name: String? = nil) -> Self { self }

  /// Refuses a property that is never nil, or that cannot be set, with the error as the message.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "'fill' sets an optional 'var' that is nil: set any other 'var' with 'require'")
  public func fill<Property>(_ property: KeyPath<Value, Property>, named name: String? = nil) -> Self { self }
}

extension Decorate {
  /// Refuses a stand-in, with the remedy as the message.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "a decorator has no stand-in: it wraps the stand-in of the binding, which has one itself")
  public func standIn(_ make: @escaping @Sendable () throws -> Value) -> Self { self }

  /// Refuses the key of another type, with the mistake as the message.
  @_documentation(visibility: internal)
  @available(
    *, unavailable, message: "the key belongs to another type: declare it in an extension of the Key of the decorated type"
  )
  public func named<Other>(_ key: Key<Other>) -> Self { self }

  /// Refuses a wrapped value that is not the first parameter, with the right form as the message.
  @_documentation(visibility: internal)
  @available(
    *, unavailable, message: "the first parameter is the value that is wrapped, of the decorated type; dependencies follow it"
  )
  public init<First, each Need>(_ type: Value.Type, _ wrap: @escaping @Sendable (First, repeat each Need) throws -> Value) {
    bind = Bind(Declaration(key: Graph.Key(type: TypeName(type)), location: .unknown)) { needs in try needs.take(at: 0) }
  }

  /// Refuses a wrapper without parameters, with the right form as the message.
  @_documentation(visibility: internal)
  @available(
    *, unavailable, message: "the wrapper takes the value that it wraps, '{ inner in … }'; 'override' replaces a binding"
  )
  public init(_ type: Value.Type, _ wrap: @escaping @Sendable () throws -> Value) {
    bind = Bind(Declaration(key: Graph.Key(type: TypeName(type)), location: .unknown)) { needs in try needs.take(at: 0) }
  }
}
