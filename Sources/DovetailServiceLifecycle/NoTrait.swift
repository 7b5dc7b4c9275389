// SPDX-License-Identifier: Apache-2.0
#if !ServiceLifecycle
  public import Dovetail

  // Stands for the module without its trait. A use in the usual form gets the message; it is the only thing that this module then has.

  /// Says which trait is missing.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "enable the trait 'ServiceLifecycle': .package(url: …, traits: [\"ServiceLifecycle\"])")
  public struct ContainerService: Sendable {
    /// As with the trait.
    public init(_ container: Container, services: [Any] = []) {}

    /// Nothing.
    public func run() async throws {}
  }

  extension Bind {
    /// Says which trait is missing.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "enable the trait 'ServiceLifecycle': .package(url: …, traits: [\"ServiceLifecycle\"])")
    public func asService() -> Self { self }
  }
#endif
