// SPDX-License-Identifier: Apache-2.0

// What people type who know Swinject or Factory, with the words of Dovetail as the message. None of this can be called, and a program's own
// declarations of these names are preferred to it.

extension Bind {
  /// Refuses a scope as a property, with the right form as the message.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "write '.in(.singleton)'")
  public var singleton: Self { self }

  /// Refuses a scope as a property, with the right form as the message.
  @_documentation(visibility: internal)
  @available(
    *, unavailable, message: "write '.in(.singleton)', or '.in(.scoped(Kind.self))' to keep it as long as a scope is open"
  )
  public var cached: Self { self }

  /// Refuses a scope as a property, with the right form as the message.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "write '.in(.weak)', or '.in(.singleton)' to keep it as long as the container")
  public var shared: Self { self }

  /// Refuses the scopes of Swinject, with the right form as the message.
  @_documentation(visibility: internal)
  @available(
    *, unavailable, message: "write '.in(.singleton)' for '.container', and '.in(.graph)', '.in(.weak)', '.in(.transient)'"
  )
  public func inObjectScope(_ scope: ObjectScope) -> Self { self }

  /// The scopes of Swinject.
  @_documentation(visibility: internal)
  public enum ObjectScope: Sendable {
    /// The names of Swinject.
    case container, graph, transient, weak
  }
}

extension Container {
  /// Refuses to change a container, with the right form as the message.
  @_documentation(visibility: internal)
  @available(
    *, unavailable, message: "a container does not change: list 'Bind(…)' in a module, and make 'Container(TheModule())'"
  )
  @discardableResult
  public func register<Value>(
    _ type: Value.Type = Value.self, name: String? = nil, _ make: @escaping @Sendable (any Resolver) throws -> Value
  ) -> Bind<Value> { Bind(type, make) }

  /// Refuses to change a container, with the right form as the message.
  @_documentation(visibility: internal)
  @available(
    *, unavailable, message: "a container does not change: list 'Bind(…)' in a module, and make 'Container(TheModule())'"
  )
  @discardableResult
  public func register<Value>(_ make: @escaping @Sendable () throws -> Value) -> Bind<Value> { Bind(make) }

  /// Refuses a global container, with the product that has one as the message.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "pass the container on, or import DovetailInjected and install one")
  public static var shared: Container { get throws { throw CancellationError() } }
}
