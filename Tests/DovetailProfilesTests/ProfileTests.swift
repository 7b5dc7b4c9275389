// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailProfiles
import Testing
import CoreTestSupport
import TestSupport

extension Profile.Variable<Double> {
  fileprivate static var frequency: Self { Self("frequency") }
}

@Suite struct ProfileTests {
  private static let production = Profile(
    "production",
    ["frequency": 102.8, "wheels": 4, "name": "Beetle", "open": true, "typed": "7", "shut": "false", "half": "0.5"])

  private struct Car: ProfilePassing {
    let profile: Profile
    let read: @Sendable (Profile) throws -> Double
    init(profile: Profile) { self.init(profile) { try $0["frequencey"] } }
    init(_ profile: Profile, _ read: @escaping @Sendable (Profile) throws -> Double) {
      (self.profile, self.read) = (profile, read)
    }
    var bindings: Bindings {
      get throws {
        let frequency = try read(profile)
        Bind(instance: frequency)
      }
    }
  }

  @Test func `a module that cannot be read is a finding at the line that reads the variable`() throws {
    let line: UInt = #line
    let reads: [@Sendable (Profile) throws -> Double] = [
      { try $0["frequencey"] }, { try $0["name"] }, { try $0["name", default: 1] }, { try $0[Profile.Variable<Double>("x")] },
      { (profile: Profile) in try profile["frequency"] as Wheel === profile["frequency"] as Wheel ? 1 : 2 },
    ]
    for (place, read) in reads.enumerated() {
      let location = try #require(Container.check(Car(Self.production, read)).errors.first).location
      #expect(location.fileName == "ProfileTests.swift" && location.line == Int(line) + (place < 4 ? 2 : 3))
    }
  }

  /// What a variable gives when it is read as a type; the error's text where it gives none.
  private static func read<Wanted: ProfileValue>(_ name: String, as type: Wanted.Type) -> String {
    do { return "\(try production[name] as Wanted)" } catch { return "\(error)" }
  }

  @Test(arguments: [
    (read("frequency", as: Double.self), "102.8"),
    (read("wheels", as: Int.self), "4"),
    (read("wheels", as: Double.self), "4.0"),
    (read("name", as: String.self), "Beetle"),
    (read("open", as: Bool.self), "true"),
    // Text is read as a number or a truth value: that is what files and command lines give.
    (read("typed", as: Int.self), "7"),
    (read("half", as: Double.self), "0.5"),
    (read("shut", as: Bool.self), "false"),
    // Nothing else is converted.
    (read("frequency", as: Int.self), "the variable 'frequency' of the profile 'production' is 102.8, which is no Int"),
    (read("name", as: Double.self), "the variable 'name' of the profile 'production' is \"Beetle\", which is no Double"),
    (read("wheels", as: Bool.self), "the variable 'wheels' of the profile 'production' is 4, which is no Bool"),
    (read("open", as: String.self), "the variable 'open' of the profile 'production' is true, which is no String"),
    (read("open", as: Int.self), "the variable 'open' of the profile 'production' is true, which is no Int"),
    (
      read("frequencey", as: Double.self),
      "the profile 'production' has no variable 'frequencey'; similar: 'frequency'"
    ),
    (read("x", as: Int.self), "the profile 'production' has no variable 'x'"),
  ]) func `a variable is read as the type that is asked for`(found: String, expected: String) {
    #expect(found == expected)
  }

  @Test func `a profile prints as its name`() {
    #expect("\(Profile("production", ["frequency": 102.8]))" == "production")
  }

  @Test func `a typed name reads its own type`() throws {
    #expect(try Self.production[.frequency] == 102.8)
  }

  @Test func `a default stands in for what is missing, not for what is wrong`() throws {
    #expect(try Self.production["volume", default: 5] == 5)
    #expect(try Self.production["wheels", default: 5] == 4)
    let error = #expect(throws: ProfileError.self) { try Self.production["name", default: 5] }
    #expect(error?.code == .wrongType)
  }

  @Test func `an error says what is wrong as facts`() {
    let error = #expect(throws: ProfileError.self) { try Profile("test")["frequency"] as Double }
    #expect(error?.code == .missing)
    #expect(error?.variable == "frequency")
    #expect(error?.profile == "test")
  }

  @Test func `profiles are equal when their names and variables are`() {
    #expect(Profile("a", ["x": 1]) == Profile("a", ["x": 1]))
    #expect(Profile("a", ["x": 1]) != Profile("a", ["x": 2]))
    #expect(Profile("a") != Profile("b"))
  }

  private struct Endpoint: Sendable, Equatable { let host: String }
  private final class Meter: Sendable {}
  private struct Untold: Sendable { let meter: Meter }

  @Test func `a variable may be of any type, and is read as that or as a protocol`() throws {
    let meter = Meter()
    let profile = Profile(
      "test", ["endpoint": .value(Endpoint(host: "local")), "meter": .value(meter), "frequency": .value(98.5)])
    let endpoint: Endpoint = try profile["endpoint"]
    #expect(endpoint.host == "local")
    #expect(try profile["meter"] as Meter === meter)
    #expect(try profile["endpoint"] as any Sendable is Endpoint)
    #expect(try profile["frequency"] as Double == 98.5, "what can be written as a literal is one")
    let wrong = #expect(throws: ProfileError.self) { try profile["endpoint"] as Meter }
    #expect(
      wrong?.description
        == "the variable 'endpoint' of the profile 'test' is Endpoint(host: \"local\"), which is no Meter")
    let number = #expect(throws: ProfileError.self) { try profile["endpoint"] as Int }
    #expect(number?.code == .wrongType)
    let missing = #expect(throws: ProfileError.self) { try profile["endpont"] as Endpoint }
    #expect(missing?.description == "the profile 'test' has no variable 'endpont'; similar: 'endpoint'")
  }

  private class Plug: @unchecked Sendable, Equatable {
    static func == (left: Plug, right: Plug) -> Bool { true }
  }
  private final class FlatPlug: Plug, @unchecked Sendable {}

  @Test func `variables of different types differ, also when one type inherits from the other`() {
    let (plug, flat) = (Profile.Value.value(Plug()), Profile.Value.value(FlatPlug()))
    #expect(plug != flat)
    #expect(flat != plug)
    #expect(plug == .value(Plug()))
    #expect(flat == .value(FlatPlug()))
  }

  @Test func `variables of any type are compared by what they are`() {
    func profile(_ value: Profile.Value) -> Profile { Profile("test", ["x": value]) }
    let (one, other) = (Meter(), Meter())
    #expect(profile(.value(Endpoint(host: "a"))) == profile(.value(Endpoint(host: "a"))))
    #expect(profile(.value(Endpoint(host: "a"))) != profile(.value(Endpoint(host: "b"))))
    #expect(profile(.value(one)) == profile(.value(one)))
    #expect(profile(.value(one)) != profile(.value(other)))
    #expect(profile(.value(Endpoint(host: "a"))) != profile(.value(one)))
    #expect(profile(.value(Untold(meter: one))) != profile(.value(Untold(meter: one))), "nobody can tell")
    let untold = profile(.value(Untold(meter: one)))
    #expect(untold == Profile("test", untold.variables))
    #expect(Set([profile(.value(Endpoint(host: "a"))), profile(.value(Endpoint(host: "a")))]).count == 1)
  }
}
