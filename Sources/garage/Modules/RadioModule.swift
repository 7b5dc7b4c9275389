// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailProfiles

/// A radio that is tuned by the profile. The variable is read while the graph is checked: a wrong one is found before anything runs.
struct RadioModule: Module {
  let profile: Profile
  let tally: Tally

  var bindings: Bindings {
    get throws {
      let frequency = try profile.radioFrequency()
      Bind { Radio(frequency: frequency) }.counted(by: tally)
      Bind { LogLine(text: "the radio plays at \(frequency)") }.counted(by: tally).contribute()
    }
  }
}

extension Profile {
  /// The frequency of the radio.
  func radioFrequency() throws -> Double {
    let frequency: Double = try self["frequency"]
    guard frequency.isFinite, frequency >= 0 else { throw Untunable(frequency: frequency) }
    return frequency
  }
}

/// Replaces the radio where it must be silent.
struct SilentRadioModule: Module {
  let tally: Tally

  var bindings: Bindings {
    Bind { Radio(frequency: 0) }.counted(by: tally)
  }
}

/// No radio plays there.
struct Untunable: Error, CustomStringConvertible {
  let frequency: Double

  var description: String { "no radio can be tuned to \(frequency)" }
}
