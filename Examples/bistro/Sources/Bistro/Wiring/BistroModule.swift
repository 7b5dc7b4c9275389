// SPDX-License-Identifier: Apache-2.0
package import Dovetail
package import DovetailProfiles
import Logging

/// What brings a request along: the scope in which it is answered.
enum Visit: ScopeKind {
  typealias Input = Inputs<Call>
}

/// One order being cooked.
enum Cooking: ScopeKind {
  typealias Input = Inputs<Ticket>
}

/// The whole bistro.
package struct BistroModule: ProfiledModule {
  /// What the program asks for.
  package static let roots = [
    Root(MenuDesk.self), Root(TableDesk.self), Root(OrderDesk.self), Root(Metrics.self), Root(Kitchen.self),
  ]

  /// The names that a profile may have.
  package static var profileNames: [String] { profiles.map(\.name) }

  /// The profiles, each with what it must have.
  package static let profiles = [
    Profile("development"),
    Profile("production", ["database.path": "bistro.sqlite"]),
    Profile("test"),
  ]

  private let profile: Profile

  package init(profile: Profile) { self.profile = profile }

  package var bindings: Bindings {
    get throws {
      let settings = try Settings(profile)
      Include(HouseModule(settings: settings, logger: Logger(label: "bistro")))
    }
  }
}

/// The bistro, with settings that are known to be right.
struct HouseModule: Module {
  let settings: Settings
  let logger: Logger

  var bindings: Bindings {
    Bind { [logger] in logger }
    Bind(Metrics.init).in(.singleton)
    Include(StorageModule(settings: settings.storage))
    Include(GuestModule())
    Include(KitchenModule(settings: settings.kitchen))
  }
}
