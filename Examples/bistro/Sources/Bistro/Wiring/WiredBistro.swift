// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailHummingbird
import DovetailInspection
import DovetailServiceLifecycle
import Hummingbird
import Logging
import ServiceLifecycle

/// The bistro wired by Dovetail.
struct WiredBistro: House {
  let container: Container
  private let settings: Settings
  private let logger: Logger

  /// - Throws: `GraphError`, when the wiring is wrong: nothing has run then.
  init(_ settings: Settings, logger: Logger) throws {
    self.settings = settings
    self.logger = logger
    container = try Container(HouseModule(settings: settings, logger: logger), roots: BistroModule.roots)
  }

  var requests: Visits { Visits(container: container) }

  var metrics: Metrics {
    get throws { try container.resolve() }
  }

  var graphPage: (@Sendable () -> String)? {
    guard settings.showsGraph else { return nil }
    return { [container] in GraphFile(container.graph).page() }
  }

  func service(around server: any Service) -> any Service {
    ContainerService(
      container, services: [server], stopDeadline: .seconds(settings.shutdownSeconds), logger: logger)
  }

  func close() async throws { try await container.close() }
}
