// SPDX-License-Identifier: Apache-2.0
#if !Tracing
  public import Dovetail

  // Stands for the module without its trait. A use in the usual form gets the message; it is the only thing that this module then has.

  /// Says which trait is missing.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "enable the trait 'Tracing': .package(url: …, traits: [\"Tracing\"])")
  public struct TracingObserver: Observer {
    /// As with the trait.
    public init(tracer: Any? = nil) {}

    /// Nothing.
    public func observe(_ event: Event) {}
  }

  /// Says which trait is missing.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "enable the trait 'Tracing': .package(url: …, traits: [\"Tracing\"])")
  public struct MetricsObserver: Observer {
    /// As with the trait.
    public init(factory: Any? = nil, prefix: String = "", observesReuse: Bool = false) {}

    /// Nothing.
    public func observe(_ event: Event) {}
  }
#endif
