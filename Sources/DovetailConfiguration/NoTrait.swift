// SPDX-License-Identifier: Apache-2.0
#if !Configuration
  public import Dovetail

  // Stands for the module without its trait. A use in the usual form gets the message; it is the only thing that this module then has.

  /// Says which trait is missing.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "enable the trait 'Configuration': .package(url: …, traits: [\"Configuration\"])")
  public struct ConfiguredProfile {}

  /// Says which trait is missing.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "enable the trait 'Configuration': .package(url: …, traits: [\"Configuration\"])")
  public protocol ConfiguredValue {}

  extension Bind {
    /// Says which trait is missing.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "enable the trait 'Configuration': .package(url: …, traits: [\"Configuration\"])")
    public init(configuration key: String, as type: Value.Type = Value.self, from reader: Any, default fallback: Value? = nil) {
      self.init { throw CancellationError() }
    }

    /// Says which trait is missing.
    @_documentation(visibility: internal)
    @available(*, unavailable, message: "enable the trait 'Configuration': .package(url: …, traits: [\"Configuration\"])")
    public init(configuration key: Key<Value>, from reader: Any, default fallback: Value? = nil) {
      self.init { throw CancellationError() }
    }
  }
#endif
