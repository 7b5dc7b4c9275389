// SPDX-License-Identifier: Apache-2.0
#if !Hummingbird
  public import Dovetail

  // Stands for the module without its trait. A use in the usual form gets the message; it is the only thing that this module then has.

  /// Says which trait is missing.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "enable the trait 'Hummingbird': .package(url: …, traits: [\"Hummingbird\"])")
  public enum RequestScope: ScopeKind {}

  /// Says which trait is missing.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "enable the trait 'Hummingbird': .package(url: …, traits: [\"Hummingbird\"])")
  public struct RequestScopeMiddleware: Sendable {
    /// As with the trait.
    public init(_ container: Container) {}

    /// As with the trait.
    public init<Kind: ScopeKind>(_ container: Container, opening kind: Kind.Type) {}
  }

  /// Says which trait is missing.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "enable the trait 'Hummingbird': .package(url: …, traits: [\"Hummingbird\"])")
  public protocol ScopedRequestContext {}

  /// Says which trait is missing.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "enable the trait 'Hummingbird': .package(url: …, traits: [\"Hummingbird\"])")
  public protocol ScopedRequestMiddleware {}

  /// Says which trait is missing.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "enable the trait 'Hummingbird': .package(url: …, traits: [\"Hummingbird\"])")
  public struct BasicScopedRequestContext {}
#endif
