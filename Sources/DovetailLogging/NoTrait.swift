// SPDX-License-Identifier: Apache-2.0
#if !Logging
  public import Dovetail

  // Stands for the module without its trait. A use in the usual form gets the message; it is the only thing that this module then has.

  /// Says which trait is missing.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "enable the trait 'Logging': .package(url: …, traits: [\"Logging\"])")
  public struct LoggerModule: Module {
    /// As with the trait.
    public init(_ make: @escaping @Sendable (String) -> Any = { $0 }) {}

    /// Nothing.
    public var bindings: Bindings { Bindings() }
  }

  /// Says which trait is missing.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "enable the trait 'Logging': .package(url: …, traits: [\"Logging\"])")
  public struct LoggingObserver: Observer {
    /// As with the trait.
    public init(_ logger: Any) {}

    /// Nothing.
    public func observe(_ event: Event) {}
  }
#endif
