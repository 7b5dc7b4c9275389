// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailInspection
import Hummingbird
import Logging

/// The bistro wired by Dovetail.
struct WiredBistro: House {
  let container: Container
  private let settings: Settings

  /// - Throws: `GraphError`, when the wiring is wrong: nothing has run then.
  init(_ settings: Settings, logger: Logger) throws {
    try self.init(settings, Container(HouseModule(settings: settings, logger: logger), roots: BistroModule.roots))
  }

  /// The bistro of a container, which may have replacements in it.
  init(_ settings: Settings, _ container: Container) {
    self.settings = settings
    self.container = container
  }

  var requests: ScopedRequests { ScopedRequests(container: container) }

  var metrics: Metrics {
    get throws { try container.resolve() }
  }

  var graphPage: (@Sendable () -> String)? {
    guard settings.showsGraph else { return nil }
    return { [container] in GraphFile(container.graph).page() }
  }

  func open() async throws {
    do { try await container.start() } catch {
      try? await container.close()
      throw WiredBistro.reason(of: error)
    }
  }

  func close() async throws {
    try await container.stop(deadline: .seconds(settings.shutdownSeconds))
    try await container.close()
  }

  /// What the bistro itself had to say about a start that failed, if that is why it failed.
  private static func reason(of error: LifecycleError) -> any Error {
    let failure = error.failures.first?.error
    let reason = (failure as? ResolutionError)?.underlying ?? failure
    return reason as? StartupError ?? error
  }
}
