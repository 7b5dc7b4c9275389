// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailProfiles

/// The whole garage: what the program starts from.
struct GarageModule: ProfiledModule {
  static let profiles = [
    Profile("production", ["frequency": 102.8]),
    Profile("test", ["frequency": 0]),
  ]

  let profile: Profile
  var tally = Tally()

  init(profile: Profile) { self.profile = profile }

  var bindings: Bindings {
    Bind(Garage.init).in(.singleton).counted(by: tally)
    Bind(Serials.init).in(.singleton).counted(by: tally)
    Bind(Logbook.init).counted(by: tally)
    Include(CarModule(tally: tally))
    Include(RadioModule(profile: profile, tally: tally))
    Include(WorkshopModule(tally: tally))
    Bind { LogLine(text: "the garage is open") }.counted(by: tally).contribute()
  }
}

extension Bind {
  /// Counts how often the factory runs.
  func counted(by tally: Tally) -> Self {
    onCreate { _ in tally.note("\(TypeName(Value.self))") }
  }
}
