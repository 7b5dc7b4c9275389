// SPDX-License-Identifier: Apache-2.0
#if Configuration
  import Configuration
  import Dovetail
  import DovetailConfiguration
  import DovetailProfiles
  import Testing

  struct Radio: Sendable, Hashable {
    let frequency: Double
    let name: String
  }

  struct RadioModule: Module {
    let profile: Profile

    var bindings: Bindings {
      get throws {
        let frequency: Double = try profile["frequency"]
        let name: String = try profile["name", default: profile.name]
        Bind(instance: Radio(frequency: frequency, name: name))
      }
    }
  }

  extension Mode: ProfileValue {
    init?(profileValue: Profile.Value) {
      guard let text = String(profileValue: profileValue) else { return nil }
      self.init(rawValue: text)
    }
  }

  private let profiles = [
    Profile("production", ["frequency": 102.8, "stereo": true, "presets": 6]),
    Profile("test", ["frequency": 88, "name": "silence"]),
  ]

  @Suite struct ConfiguredProfileTests {
    private func module(_ variables: [String: String], default name: String? = nil) -> ConfiguredProfile {
      ConfiguredProfile(among: profiles, default: name, from: environment(variables)) { profile in RadioModule(profile: profile) }
    }

    /// The report of a module, without places.
    private func report(_ modules: any Module...) -> String {
      let found = modules.flatMap { Container.check($0).diagnostics }
      return found.map { finding in
        var finding = finding
        finding.location = .unknown
        return "\(finding)"
      }.joined(separator: "\n\n")
    }

    @Test func `a key chooses the profile, which is bound too`() throws {
      let container = try Container(module(["PROFILE": "test"]))
      #expect(try container.resolve(Radio.self) == Radio(frequency: 88, name: "silence"))
      #expect(try container.resolve(Profile.self) == profiles[1])
    }

    @Test func `nothing configured means the default`() throws {
      #expect(try Container(module([:], default: "production")).resolve(Radio.self).frequency == 102.8)
    }

    @Test func `what is configured for a variable counts`() throws {
      let variables = [
        "PROFILE": "production", "VARIABLES_FREQUENCY": "99.5", "VARIABLES_STEREO": "false", "VARIABLES_PRESETS": "12",
        "FREQUENCY": "1", "VARIABLES_NAME": "not a variable of this profile",
      ]
      let container = try Container(module(variables))
      let profile = try container.resolve(Profile.self)
      #expect(profile.variables == ["frequency": 99.5, "stereo": false, "presets": 12])
      #expect(try container.resolve(Radio.self).name == "production")
    }

    @Test func `a whole number and another one stand for each other`() throws {
      let values: [AbsoluteConfigKey: ConfigValue] = ["variables.frequency": 99, "variables.presets": 6.5]
      let container = try Container(
        ConfiguredProfile(among: profiles, default: "production", from: ConfigReader(provider: InMemoryProvider(values: values)))
        {
          RadioModule(profile: $0)
        })
      #expect(try container.resolve(Profile.self).variables == ["frequency": 99, "stereo": true, "presets": 6.5])
      #expect(try container.resolve(Radio.self).frequency == 99)
    }

    @Test(arguments: ["8080", "8080.0"]) func `a whole number may be written with a point, and is read as either`(
      port: String
    ) throws {
      let module = ConfiguredProfile(
        among: [Profile("bare", ["port": 80])], default: "bare", from: environment(["VARIABLES_PORT": port])
      ) { profile in
        Bind(instance: try profile["port"] as Int)
        Bind(instance: try profile["port"] as Double)
      }
      let container = try Container(module)
      #expect(try container.resolve(Profile.self).variables == ["port": 8080])
      #expect(try container.resolve(Int.self) == 8080)
      #expect(try container.resolve(Double.self) == 8080)
    }

    @Test(arguments: ["80.5", "eighty"]) func `what is no whole number is a finding where one is read, and the rest is checked`(
      port: String
    ) {
      let module = ConfiguredProfile(
        among: [Profile("bare", ["port": 80, "retries": 3])], default: "bare",
        from: environment(["VARIABLES_PORT": port, "VARIABLES_RETRIES": port])
      ) { profile in
        Bind(instance: try profile["port"] as Int)
        Bind(instance: try profile["retries"] as Int).named("retries")
        Bind { (wheel: Bool) in "a car" }
      }
      #expect(
        Container.check(module).diagnostics.map(\.message).sorted() == [
          "nothing is bound for 'Bool'",
          "what is configured for 'variables.port' is text and no Int",
          "what is configured for 'variables.retries' is text and no Int",
        ])
      #expect(
        report(
          ConfiguredProfile(among: [Profile("bare", ["port": 80])], default: "bare", from: environment(["VARIABLES_PORT": port]))
          {
            Bind(instance: try $0["port"] as Int)
          }) == """
            error: [wrong-configuration] what is configured for 'variables.port' is text and no Int
              read from ConfigReader[providers: EnvironmentVariablesProvider]
              help: configure a value that can be read as Int
            """)
    }

    @Test func `a profile that is not configured, or unknown, is a finding, and the rest is checked`() {
      #expect(
        report(module([:])) == """
          error: [missing-configuration] nothing is configured for 'profile', which chooses the profile
            read from ConfigReader[providers: EnvironmentVariablesProvider]
            help: set the environment variable PROFILE to one of 'production', 'test', or name a default
          """)
      #expect(
        report(module(["PROFILE": "staging"])) == """
          error: [wrong-configuration] what is configured for 'profile' is no profile
            read from ConfigReader[providers: EnvironmentVariablesProvider]
            help: configure one of 'production', 'test'
          """)
    }

    @Test func `what is configured wrongly is told beside the error of a content that throws`() {
      let module = ConfiguredProfile(among: [Profile("bare"), Profile("full", ["port": 80])], from: environment([:])) {
        Bind(instance: try $0["port"] as Int)
      }
      #expect(
        Container.check(module).diagnostics.map(\.message) == [
          "nothing is configured for 'profile', which chooses the profile",
          "'the content of ConfiguredProfile' could not be read: the profile 'bare' has no variable 'port'",
        ])
    }

    @Test func `a default that is unknown is told although the profile is configured`() {
      #expect(
        report(module(["PROFILE": "test"], default: "tset")).hasPrefix(
          "error: [wrong-configuration] the default 'tset' for 'profile'"))
    }

    @Test func `a value that only code can make is not configured silently`() {
      let module = ConfiguredProfile(
        among: [Profile("bare", ["port": .value(UInt16(8080))])], default: "bare", from: environment(["VARIABLES_PORT": "9090"])
      ) { Bind(instance: try $0["port"] as UInt16) }
      #expect(
        report(module) == """
          error: [wrong-configuration] what is configured for 'variables.port' cannot replace a UInt16
            read from ConfigReader[providers: EnvironmentVariablesProvider]
            help: leave it out of the configuration, or let the profile have text, a number or a truth value
          """)
    }

    @Test func `a module that reads a number otherwise names the key`() {
      let module = ConfiguredProfile(
        among: [Profile("bare", ["retries": 3])], default: "bare", from: environment(["VARIABLES_RETRIES": "2.5"])
      ) { profile in InlineModule("radio") { Bind(instance: try profile["retries"] as Int) } }
      #expect(
        report(module).split(separator: "\n").first == """
          error: [failing-module] 'radio' could not be read: the variable 'retries' of the profile 'bare' is of type Double, \
          which is no Int: configure 'variables.retries' as one
          """)
    }

    @Test func `a provider with other names is not told as an environment variable`() {
      let reader = ConfigReader(provider: EnvironmentVariablesProvider(environmentVariables: [:]).prefixKeys(with: "myapp"))
      let finding = Container.check(InlineModule("m") { Bind(configuration: "port", as: Int.self, from: reader) }).errors.first
      #expect(finding?.help == "configure it, or give it a default")
    }

    @Test func `a default that is unknown is told as that`() {
      #expect(
        report(module([:], default: "staging")) == """
          error: [wrong-configuration] the default 'staging' for 'profile' is no profile
            read from ConfigReader[providers: EnvironmentVariablesProvider]
            help: name one of 'production', 'test'
          """)
    }

    @Test func `what is configured for a variable is not in the error of a module that reads it as another type`() {
      let reader = environment(["VARIABLES_NAME": "hunter2"])
      #expect(
        report(
          ConfiguredProfile(among: profiles, default: "test", from: reader) { profile in
            InlineModule("radio") { Bind(instance: try profile["name"] as Int) }
          }
        ).split(separator: "\n").first
          == """
          error: [failing-module] 'radio' could not be read: the variable 'name' of the profile 'test' is of type String, which is no Int: configure 'variables.name' as one
          """)
    }

    @Test func `the points in the name of a variable are those of its key`() throws {
      let values: [AbsoluteConfigKey: ConfigValue] = ["variables.http.port": 99, "variables.http.host": "localhost"]
      let container = try Container(
        ConfiguredProfile(
          among: [Profile("bare", ["http.port": 80])], default: "bare", requiring: Profile.Variable<String>("http.host"),
          from: ConfigReader(provider: InMemoryProvider(values: values))
        ) { _ in Bind(instance: 7) })
      #expect(try container.resolve(Profile.self).variables == ["http.port": 99, "http.host": "localhost"])
    }

    @Test func `a missing variable of an enumeration is one finding, and the rest is checked`() {
      let module = ConfiguredProfile(
        among: [Profile("bare")], default: "bare", requiring: Profile.Variable<Mode>("mode"), from: environment([:])
      ) { profile in
        Bind(instance: try profile["mode"] as Mode)
        Bind { (wheel: Bool) in 7 }
      }
      #expect(
        Container.check(module).diagnostics.map(\.message).sorted() == [
          "nothing is bound for 'Bool'", "nothing is configured for 'variables.mode', which is read as Mode",
        ])
    }

    @Test func `everything that is missing or wrong is reported at once`() {
      let reader = environment(["PROFILE": "bare", "VARIABLES_PRESETS": "many"])
      let module = ConfiguredProfile(
        among: [Profile("bare", ["presets": 6])], requiring: Profile.Variable<Double>("frequency"),
        Profile.Variable<String>("name"),
        from: reader
      ) { profile in
        RadioModule(profile: profile)
        Bind(configuration: "http.port", as: Int.self, from: reader)
        Bind { (wheel: Bool) in 7 }
      }
      #expect(
        Container.check(module).diagnostics.map(\.message).sorted() == [
          "nothing is bound for 'Bool'",
          "nothing is configured for 'http.port', which is read as Int",
          "nothing is configured for 'variables.frequency', which is read as Double",
          "nothing is configured for 'variables.name', which is read as String",
          "what is configured for 'variables.presets' is text and no Int",
        ])
    }

    @Test func `a finding is about the place where the module is written`() throws {
      let line: UInt = #line + 1
      let module = ConfiguredProfile(among: profiles, from: environment([:])) { _ in Bind(instance: 7) }
      let finding = try #require(Container.check(module).errors.first)
      #expect(finding.location == SourceLocation(fileID: #fileID, line: line, column: 37))
    }

    @Test func `a variable that is required is read in its type`() throws {
      let reader = environment(["VARIABLES_FREQUENCY": "99.5", "VARIABLES_NAME": "jazz", "VARIABLES_PRESETS": "3"])
      let container = try Container(
        ConfiguredProfile(
          among: [Profile("bare")], default: "bare", requiring: Profile.Variable<Double>("frequency"),
          Profile.Variable<String>("name"), Profile.Variable<Int>("presets"), from: reader
        ) { RadioModule(profile: $0) })
      #expect(try container.resolve(Profile.self).variables == ["frequency": 99.5, "name": "jazz", "presets": 3])
    }
  }
#endif
