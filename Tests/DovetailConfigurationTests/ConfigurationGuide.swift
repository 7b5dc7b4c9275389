// SPDX-License-Identifier: Apache-2.0
#if Configuration
  import Configuration
  import Dovetail
  import DovetailConfiguration
  import DovetailProfiles
  import Testing
  import TestSupport

  final class Server: Sendable {
    let port: Int, host: String, password: String

    init(port: Int, host: String, password: String) { (self.port, self.host, self.password) = (port, host, password) }
  }

  extension Key<Int> { static var port: Self { Self(named: "http.port") } }
  extension Key<String> {
    static var host: Self { Self(named: "http.host") }
    static var password: Self { Self(named: "database.password") }
  }

  #sourceLocation(file:"ShopModule.swift",line:1)
  struct ShopModule: Module {
    let reader: ConfigReader

    var bindings: Bindings {
      Bind(configuration: .port, from: reader)
      Bind(configuration: .host, from: reader, default: "127.0.0.1")
      Bind(configuration: .password, from: reader, isSecret: true)
      Bind(Server.init).in(.singleton).needs(.port).needs(.host, .password)
    }
  }
  #sourceLocation()

  enum Speed: String, ConfiguredValue, CaseIterable { case quick, thorough }

  struct AppModule: Module {
    let profile: Profile

    var bindings: Bindings {
      get throws {
        let frequency: Double = try profile["frequency"]
        Bind(instance: frequency).named("frequency")
      }
    }
  }

  /// The compiled twin of the guide *Configuration*.
  @Suite struct ConfigurationGuide {
    private func snippets() throws -> [String] {
      var lines: [String] = []
      func print(_ items: Any...) { lines.append(items.map { "\($0)" }.joined(separator: " ")) }
      func environment(_ variables: [String: String]) -> EnvironmentVariablesProvider {
        EnvironmentVariablesProvider(environmentVariables: variables)
      }
      do {
        let variables = ["HTTP_PORT": "8080", "DATABASE_PASSWORD": "hunter2"]
        let reader = ConfigReader(provider: EnvironmentVariablesProvider(environmentVariables: variables))
        let container = try Container(ShopModule(reader: reader))
        print(try container.resolve(Server.self).port)  // 8080
      }
      do {
        let reader = ConfigReader(provider: InMemoryProvider(values: ["speed": "quick"]))
        let container = try Container {
          Bind(configuration: "speed", as: Speed.self, from: reader)
        }
        #expect(try container.resolve(Speed.self, named: "speed") == .quick)
      }
      do {
        let reader = ConfigReader(provider: InMemoryProvider(values: ["profile": "test", "variables.frequency": 99.5]))
        let production = Profile("production", ["frequency": 102.8])
        let test = Profile("test", ["frequency": 88])

        let container = try Container(
          ConfiguredProfile(among: [production, test], default: "production", from: reader) { profile in
            AppModule(profile: profile)
          })
        print(try container.resolve(Profile.self).name)  // test
        print(try container.resolve(Double.self, named: "frequency"))  // 99.5
      }
      return lines
    }

    @Test func `shows no code that is not compiled`() throws {
      #expect(try GuidePage("Configuration").snippets(missingIn: "ConfigurationGuide.swift") == [])
    }

    @Test func `says what is printed`() throws {
      let lines = try snippets()
      #expect(try GuidePage("Configuration").printed == lines)
    }

    @Test func `shows the report that comes`() throws {
      let reader = ConfigReader(provider: EnvironmentVariablesProvider(environmentVariables: ["HTTP_PORT": "80a"]))
      let report = Container.check(ShopModule(reader: reader))
      // The page shows the module as a file of its own, without the indentation of this one.
      let text = report.description.replacing(/(\.swift:\d+:)(\d+)/) { place in place.1 + "\((Int(place.2) ?? 0) - 2)" }
      #expect(try GuidePage("Configuration").messages.first == text)
      #expect(try GuidePage("Configuration").messages.count == 1)
    }
  }
#endif
