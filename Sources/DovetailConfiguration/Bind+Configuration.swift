// SPDX-License-Identifier: Apache-2.0
#if Configuration
  public import Configuration
  public import Dovetail

  extension Bind where Value: ConfiguredValue {
    /// Binds a configured value, under its type and the name of its configuration key.
    ///
    /// ```swift
    /// Bind(configuration: "http.port", as: Int.self, from: reader)      // Key<Int>(named: "http.port")
    /// ```
    ///
    /// The value is read when the module is, which is before anything runs, and does not change afterwards. One that is missing, or that is of
    /// another type, is a diagnostic in the report of the container, `missing-configuration` or `wrong-configuration`, beside all others. A binding
    /// that is replaced by an override reports nothing. A diagnostic says in which form a value is, never which one; but what a provider that fails
    /// says is passed on, unless the value is a secret.
    ///
    /// - Parameters:
    ///   - key: The configuration key, relative to the reader.
    ///   - type: The type of the value.
    ///   - reader: Where the value is.
    ///   - fallback: The value when none is configured. One that is configured wrongly is a diagnostic all the same.
    ///   - isSecret: Whether access reporters hide the value, and diagnostics leave out what its provider says.
    ///   - fileID: Where the binding is written.
    ///   - line: Where the binding is written.
    ///   - column: Where the binding is written.
    public init(
      configuration key: ConfigKey, as type: Value.Type = Value.self, from reader: ConfigReader, default fallback: Value? = nil,
      isSecret: Bool = false, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) {
      let lookup = ConfigurationLookup(reader, key, isSecret: isSecret, fileID: fileID, line: line)
      switch lookup.read(type, default: fallback) {
      case .success(let value):
        self = Bind(type, instance: value, fileID: fileID, line: line, column: column).named(key.description)
      case .failure(let failure):
        // No container is made with an error in its report, so this is never called.
        let bind = Bind(type, { () throws -> Value in throw failure }, fileID: fileID, line: line, column: column)
        self = bind.in(.singleton).named(key.description).reporting(failure.finding)
      }
    }

    /// Binds a configured value under a key that is written down once; its name is the configuration key.
    ///
    /// ```swift
    /// extension Key<Int> { static var port: Self { Self(named: "http.port") } }
    ///
    /// Bind(configuration: .port, from: reader)
    /// Bind(Server.init).needs(.port)
    /// ```
    ///
    /// - Parameters:
    ///   - key: The key of the binding. The plain key of a type, which has no name, stands for the configuration key that is the type's name.
    ///   - reader: Where the value is.
    ///   - fallback: The value when none is configured. One that is configured wrongly is a diagnostic all the same.
    ///   - isSecret: Whether access reporters hide the value, and diagnostics leave out what its provider says.
    ///   - fileID: Where the binding is written.
    ///   - line: Where the binding is written.
    ///   - column: Where the binding is written.
    public init(
      configuration key: Key<Value>, from reader: ConfigReader, default fallback: Value? = nil, isSecret: Bool = false,
      fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
    ) {
      let place = ConfigKey(key.name ?? "\(TypeName(Value.self))")
      self = Bind(
        configuration: place, as: Value.self, from: reader, default: fallback, isSecret: isSecret, fileID: fileID, line: line,
        column: column
      ).named(key)
    }
  }
#endif
