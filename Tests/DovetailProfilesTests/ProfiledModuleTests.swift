// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailProfiles
import Testing
import CoreTestSupport
import TestSupport

private struct RadioModule: ProfiledModule {
  static let profiles = [
    Profile("production", ["frequency": 102.8]), Profile("test", ["frequency": 1, "fake": true]),
    Profile("broken", ["frequncy": 1]),
  ]
  let profile: Profile

  var bindings: Bindings {
    get throws {
      let frequency: Double = try profile["frequency"]
      Bind { Radio(frequency: frequency) }
      if try profile["fake", default: false] {
        Bind((any Engine).self) { DieselEngine() }
      } else {
        Bind((any Engine).self, HybridEngine.init)
      }
    }
  }
}

private struct CarModule: ProfiledModule {
  static let profiles = [Profile("production"), Profile("test")]
  let profile: Profile

  var bindings: Bindings {
    Bind(Car.init, fileID: "Garage/CarModule.swift", line: 12, column: 5)
    Bind((any Engine).self, HybridEngine.init)
    if profile.name == "production" { Bind(Wheel.init) }
    Bind(Radio.init, fileID: "Garage/CarModule.swift", line: 16, column: 5)
  }
}

private struct WheelModule: ProfilePassing {
  let profile: Profile
  var bindings: Bindings { Bind { [profile] in profile.name } }
}

private struct AxleModule: ProfilePassing {
  let profile: Profile
  var bindings: Bindings { include(WheelModule.self) }
}

private struct VanModule: ProfilePassing {
  let profile: Profile
  var bindings: Bindings {
    include(AxleModule.self)
    include(WheelModule.self)
  }
}

@Suite struct ProfiledModuleTests {
  @Test(arguments: [(0, 102.8, "hybrid"), (1, 1.0, "diesel")])
  func `a module builds what its profile says`(index: Int, frequency: Double, label: String) throws {
    let container = try Container(RadioModule(profile: RadioModule.profiles[index]))
    #expect(try container.resolve(Radio.self).frequency == frequency)
    #expect(try container.resolve((any Engine).self).label == label)
  }

  @Test func `a missing variable is a finding before anything is built`() {
    let error = #expect(throws: GraphError.self) { try Container(RadioModule(profile: RadioModule.profiles[2])) }
    #expect(error?.report.errors.map(\.id) == [.failingModule])
    #expect(
      error?.report.errors.first?.message.contains(
        "the profile 'broken' has no variable 'frequency'; similar: 'frequncy'") == true, "\(error?.description ?? "")")
  }

  @Test func `a check runs every profile that the module declares, and says in which a finding is`() {
    let report = Container.check(everyProfileOf: CarModule.self)
    #expect(report.errors.map(\.message) == ["nothing is bound for 'Wheel'", "nothing is bound for 'Double'"])
    #expect(report.errors.map(\.notes.last) == ["in the profile 'test'", "in the profile 'production', 'test'"])
  }

  @Test func `a check of every profile also finds a module that cannot be read in one of them`() {
    let report = Container.check(everyProfileOf: RadioModule.self)
    #expect(report.errors.map(\.id) == [.failingModule])
    #expect(report.errors.first?.notes.last == "in the profile 'broken'")
  }

  @Test func `a module hands its profile on to those that it includes by type, each once`() throws {
    let container = try Container(VanModule(profile: Profile("test")))
    #expect(try container.resolve(String.self) == "test")
    #expect(container.graph.modules.map(\.name.description) == ["VanModule", "AxleModule", "WheelModule"])
    #expect(container.graph.modules.map(\.includes) == [[1, 2], [2], []])
    #expect(container.graph.modules[2].location.line > 0)
  }
}
