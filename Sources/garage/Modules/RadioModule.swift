// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

/// A radio that is tuned by the profile. The variable is read while the graph is checked: a wrong one is found before anything runs.
struct RadioModule: Module {
  let profile: Profile
  let tally: Tally

  var bindings: Bindings {
    get throws {
      let frequency: Double = try profile["frequency"]
      Bind { Radio(frequency: frequency) }.counted(by: tally)
      Bind { LogLine(text: "the radio plays at \(frequency)") }.contribute()
    }
  }
}

/// Replaces the radio where nobody is to hear it.
struct SilentRadioModule: Module {
  var bindings: Bindings {
    Bind { Radio(frequency: 0) }
  }
}
