// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailLifecycle

/// The supply of the garage. What is asynchronous and shared is built when the container starts.
struct SupplyModule: Module {
  var bindings: Bindings {
    Bind(Mains.init).in(.singleton).onStop { _ in }
    Bind(Fuses.init).in(.singleton)
    Bind(Lights.init).in(.singleton)
    Bind(Well.init).in(.singleton)
    Bind(Cistern.init).in(.singleton)
    Bind(Boiler.init).in(.singleton)
    Bind(Compressor.init).in(.singleton)
    Bind(Lift.init).in(.singleton).onStop { _ in }
    Bind(Shutter.init).in(.singleton)
    Bind(Hall.init).in(.singleton).onStart { try await $0.open() }.onStop { _ in }
  }
}
