// SPDX-License-Identifier: Apache-2.0
#if Configuration
  import Configuration
  import Dovetail
  import DovetailConfiguration
  import Testing

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  enum Mode: String, ConfiguredValue, CaseIterable { case quick, thorough }

  enum Floor: Int, ConfiguredValue { case ground, first }

  /// A value of several parts.
  struct Endpoint: ConfiguredValue, Equatable {
    let host: String
    let port: Int

    static func read(_ at: ConfigurationLookup) throws -> Endpoint {
      let parts = at.reader.scoped(to: at.key)
      return Endpoint(host: try parts.requiredString(forKey: "host"), port: try parts.requiredInt(forKey: "port"))
    }
  }

  /// A value that is never read without an error, of a type that is called like one of the package.
  struct License: ConfiguredValue {
    private enum ConfigError: Error { case expired }

    static func read(_ at: ConfigurationLookup) throws -> License { throw ConfigError.expired }
  }

  /// A reader of environment variables.
  func environment(_ variables: [String: String]) -> ConfigReader {
    ConfigReader(provider: EnvironmentVariablesProvider(environmentVariables: variables))
  }

  /// The findings of one bind, without the summary.
  func findings<Value>(_ bind: @escaping @Sendable () -> Bind<Value>) -> String {
    Container.check(InlineModule("shop") { bind() }).diagnostics.map { finding in
      var finding = finding
      finding.location = .unknown
      return "\(finding)"
    }.joined(separator: "\n\n")
  }

  @Suite struct BindConfigurationTests {
    @Test func `values of every type are bound under their configuration key`() throws {
      let reader = environment([
        "HTTP_PORT": "8080", "HTTP_HOST": "localhost", "RATE": "0.5", "DEBUG": "true", "MODE": "quick", "FLOOR": "1",
        "PEERS": "a,b", "PORTS": "1,2", "RATES": "0.5,1", "FLAGS": "true,false", "SEED": "AQI=",
        "HOME_PAGE": "https://example.com/",
      ])
      let container = try Container {
        Bind(configuration: "http.port", as: Int.self, from: reader)
        Bind(configuration: "http.host", as: String.self, from: reader)
        Bind(configuration: "rate", as: Double.self, from: reader)
        Bind(configuration: "debug", as: Bool.self, from: reader)
        Bind(configuration: "mode", as: Mode.self, from: reader)
        Bind(configuration: "floor", as: Floor.self, from: reader)
        Bind(configuration: "peers", as: [String].self, from: reader)
        Bind(configuration: "ports", as: [Int].self, from: reader)
        Bind(configuration: "rates", as: [Double].self, from: reader)
        Bind(configuration: "flags", as: [Bool].self, from: reader)
        Bind(configuration: "seed", as: [UInt8].self, from: reader)
        Bind(configuration: "homePage", as: URL.self, from: reader)
      }
      #expect(try container.resolve(Int.self, named: "http.port") == 8080)
      #expect(try container.resolve(String.self, named: "http.host") == "localhost")
      #expect(try container.resolve(Double.self, named: "rate") == 0.5)
      #expect(try container.resolve(Bool.self, named: "debug"))
      #expect(try container.resolve(Mode.self, named: "mode") == .quick)
      #expect(try container.resolve(Floor.self, named: "floor") == .first)
      #expect(try container.resolve([String].self, named: "peers") == ["a", "b"])
      #expect(try container.resolve([Int].self, named: "ports") == [1, 2])
      #expect(try container.resolve([Double].self, named: "rates") == [0.5, 1])
      #expect(try container.resolve([Bool].self, named: "flags") == [true, false])
      #expect(try container.resolve([UInt8].self, named: "seed") == [1, 2])
      #expect(try container.resolve(URL.self, named: "homePage").absoluteString == "https://example.com/")
    }

    @Test func `a default is for what is missing, not for what is wrong`() throws {
      let reader = environment(["RETRIES": "often"])
      let container = try Container { Bind(configuration: "http.port", from: reader, default: 8080) }
      #expect(try container.resolve(Int.self, named: "http.port") == 8080)
      #expect(
        findings { Bind(configuration: "retries", from: reader, default: 3) } == """
          error: [wrong-configuration] what is configured for 'retries' is text and no Int
            read from ConfigReader[providers: EnvironmentVariablesProvider]
            help: configure a value that can be read as Int
          """)
    }

    @Test func `a default is for a value of several parts that is missing, not for one with a wrong part`() throws {
      let wrong = """
        error: [wrong-configuration] what is configured for 'database' cannot be read: Config value for key 'DATABASE_PORT' failed to \
        convert to type int.
          read from ConfigReader[providers: EnvironmentVariablesProvider]
        """
      let reader = environment(["DATABASE_HOST": "db", "DATABASE_PORT": "54x2"])
      let fallback = Endpoint(host: "localhost", port: 5432)
      #expect(findings { Bind(configuration: "database", as: Endpoint.self, from: reader) } == wrong)
      #expect(findings { Bind(configuration: "database", from: reader, default: fallback) } == wrong)
      #expect(
        findings { Bind(configuration: "database", as: Endpoint.self, from: environment([:])) } == """
          error: [missing-configuration] nothing is configured for 'database', which is read as Endpoint
            read from ConfigReader[providers: EnvironmentVariablesProvider]
            help: set the environment variable DATABASE, or give it a default
          """)
      let container = try Container { Bind(configuration: "database", from: environment([:]), default: fallback) }
      #expect(try container.resolve(Endpoint.self, named: "database") == fallback)
    }

    @Test func `an error of a program's own type does not mean that a value is missing, whatever its type is called`() {
      #expect(
        findings { Bind(configuration: "license", from: environment([:]), default: License()) } == """
          error: [wrong-configuration] what is configured for 'license' cannot be read: expired
            read from ConfigReader[providers: EnvironmentVariablesProvider]
          """)
    }

    @Test func `a choice names what can be chosen`() {
      #expect(
        findings { Bind(configuration: "mode", as: Mode.self, from: environment(["MODE": "slow"])) } == """
          error: [wrong-configuration] what is configured for 'mode' is text and no Mode
            read from ConfigReader[providers: EnvironmentVariablesProvider]
            help: configure one of quick, thorough
          """)
    }

    @Test func `a scoped reader does not know what its keys are called outside`() {
      #expect(
        findings { Bind(configuration: "port", as: Int.self, from: environment([:]).scoped(to: "http")) } == """
          error: [missing-configuration] nothing is configured for 'port', which is read as Int
            read from ConfigReader[keyPrefix: http, providers: EnvironmentVariablesProvider]
            help: configure it, or give it a default
          """)
    }

    @Test func `a value in a form of its own is wrong too`() {
      let reader = ConfigReader(provider: InMemoryProvider(name: "defaults", values: ["http.port": 8080, "rate": "high"]))
      #expect(
        findings { Bind(configuration: "http.port", as: String.self, from: reader) } == """
          error: [wrong-configuration] what is configured for 'http.port' is a whole number and no String
            read from ConfigReader[providers: InMemoryProvider[defaults]]
            help: configure a value that can be read as String
          """)
    }

    @Test func `a provider that fails is told, but for secrets`() {
      let reader = ConfigReader(provider: BrokenProvider())
      #expect(
        findings { Bind(configuration: "http.port", as: Int.self, from: reader, default: 8080) } == """
          error: [wrong-configuration] what is configured for 'http.port' cannot be read: Unreachable(host: "vault")
            read from ConfigReader[providers: BrokenProvider]
          """)
      #expect(
        findings { Bind(configuration: "password", as: String.self, from: reader, isSecret: true) } == """
          error: [wrong-configuration] what is configured for 'password' cannot be read
            read from ConfigReader[providers: BrokenProvider]
          """)
    }

    @Test func `what is configured is never in a report, a graph or an error, whether it is a secret or not`() throws {
      let secret = "hunter2"
      let provider = EnvironmentVariablesProvider(
        environmentVariables: ["PASSWORD": secret, "PIN": secret], secretsSpecifier: .all)
      let module = InlineModule("shop") {
        Bind(configuration: "password", as: String.self, from: ConfigReader(provider: provider), isSecret: true)
        Bind(configuration: "pin", as: Int.self, from: ConfigReader(provider: provider))
      }
      let error = #expect(throws: GraphError.self) { try Container(module) }
      #expect(error?.report.errors.map(\.message) == ["what is configured for 'pin' is text and no Int"])
      #expect("\(error?.report.description ?? secret)".contains(secret) == false)
      let container = try Container(module, InlineModule { Bind(instance: 7).named("pin").override })
      #expect("\(container.graph)".contains(secret) == false)
      #expect(try container.resolve(String.self, named: "password") == secret)
    }
  }

  struct Unreachable: Error {
    let host: String
  }

  /// A provider that never gets an answer.
  struct BrokenProvider: ConfigProvider, ConfigSnapshot {
    let providerName = "BrokenProvider"

    func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult { throw Unreachable(host: "vault") }

    func fetchValue(forKey key: AbsoluteConfigKey, type: ConfigType) async throws -> LookupResult {
      try value(forKey: key, type: type)
    }

    nonisolated(nonsending) func watchValue<Return: ~Copyable>(
      forKey key: AbsoluteConfigKey, type: ConfigType,
      updatesHandler:
        nonisolated(nonsending) (ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>) async throws -> Return
    ) async throws -> Return { try await watchValueFromValue(forKey: key, type: type, updatesHandler: updatesHandler) }

    func snapshot() -> any ConfigSnapshot { self }

    nonisolated(nonsending) func watchSnapshot<Return: ~Copyable>(
      updatesHandler: nonisolated(nonsending) (ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>) async throws -> Return
    ) async throws -> Return { try await watchSnapshotFromSnapshot(updatesHandler: updatesHandler) }
  }
#endif
