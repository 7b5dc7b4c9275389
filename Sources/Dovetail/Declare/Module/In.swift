// SPDX-License-Identifier: Apache-2.0

/// Gives several bindings one sharing scope.
///
/// ```swift
/// In(.singleton) {
///   Bind((any Store).self, FileStore.init)
///   Bind(Library.init)
/// }
/// ```
///
/// The compiler refuses values that are not `Sendable`, as for `Bind.in(_:)`. A binding that names a scope itself keeps that scope.
public struct In: Sendable {
  let bindings: Bindings

  /// Shares the instances of some bindings.
  ///
  /// - Parameters:
  ///   - scope: `.singleton`, `.weak`, `.scoped(Kind.self)`, `.timeToLive(_:)` or `.custom(_:)`.
  ///   - binds: The bindings, in the order in which collections see them; `if`, `switch` and `for` work.
  public init(_ scope: Scope.Shared, @SharedBindsBuilder _ binds: () throws -> SharedBinds) rethrows {
    bindings = try binds().list(scope)
  }
}

/// Bindings that get their scope later.
public struct SharedBinds: Sendable {
  let list: @Sendable (Scope.Shared) -> Bindings

  init(_ list: @escaping @Sendable (Scope.Shared) -> Bindings) { self.list = list }

  /// A bind that gets the scope unless it names one.
  package init<Value: Sendable>(_ bind: Bind<Value>) {
    list = { scope in Bindings(bind.declaration.namedScope == nil ? bind.in(scope) : bind.crossing()) }
  }
}

/// Turns the bindings of an ``In`` into a list.
@resultBuilder
public enum SharedBindsBuilder {
  /// Lists a binding.
  public static func buildExpression<Value: Sendable>(_ bind: Bind<Value>) -> SharedBinds { SharedBinds(bind) }

  /// All bindings, in their order.
  public static func buildBlock(_ binds: SharedBinds...) -> SharedBinds { buildArray(binds) }

  /// The body of an `if` without `else`.
  public static func buildOptional(_ binds: SharedBinds?) -> SharedBinds { binds ?? buildArray([]) }

  /// The first branch of an `if` or `switch`.
  public static func buildEither(first binds: SharedBinds) -> SharedBinds { binds }

  /// Another branch of an `if` or `switch`.
  public static func buildEither(second binds: SharedBinds) -> SharedBinds { binds }

  /// The body of a `for`.
  public static func buildArray(_ binds: [SharedBinds]) -> SharedBinds {
    SharedBinds { scope in Bindings(elements: binds.flatMap { $0.list(scope).elements }) }
  }
}

extension BindingsBuilder {
  /// Lists bindings with a common scope.
  public static func buildExpression(_ group: In) -> Bindings { group.bindings }
}
