// SPDX-License-Identifier: Apache-2.0
import Hummingbird
package import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

/// The whole program.
package enum Program {
  /// Opens the bistro, answers requests until it is told to close, and closes it.
  ///
  /// - Parameters:
  ///   - settings: How it runs.
  ///   - isByHand: Whether the parts are wired by hand instead of by Dovetail.
  ///   - logger: Where it writes what happens.
  ///   - onOpen: Is told the port as soon as guests can come.
  /// - Throws: ``StartupError``; `GraphError` when the wiring is wrong.
  package static func run(
    _ settings: Settings, byHand isByHand: Bool, logger: Logger, onOpen: @escaping @Sendable (Int) async -> Void
  ) async throws {
    if isByHand {
      try await run(HandMadeBistro(settings, logger: logger), settings, logger, onOpen)
    } else {
      try await run(WiredBistro(settings, logger: logger), settings, logger, onOpen)
    }
  }

  private static func run(
    _ house: some House, _ settings: Settings, _ logger: Logger, _ onOpen: @escaping @Sendable (Int) async -> Void
  ) async throws {
    do {
      try await group(house, settings, logger, onOpen).run()
    } catch {
      try? await house.close()
      throw StartupError.cause(of: error, settings) ?? error
    }
    try await house.close()
  }

  private static func group(
    _ house: some House, _ settings: Settings, _ logger: Logger, _ onOpen: @escaping @Sendable (Int) async -> Void
  ) throws -> ServiceGroup {
    let router = Router(context: BistroContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: BodyLimit(bytes: settings.maxBodyBytes))
    router.add(middleware: Failures())
    router.add(middleware: house.requests)
    router.add(middleware: Approval())
    Routes(metrics: try house.metrics, graphPage: house.graphPage).add(to: router)
    let application = Application(
      router: router,
      configuration: ApplicationConfiguration(address: .hostname(settings.host, port: settings.port)),
      onServerRunning: { channel in await onOpen(channel.localAddress?.port ?? settings.port) },
      logger: logger)
    var configuration = ServiceGroupConfiguration(
      services: [house.service(around: application)], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    configuration.maximumGracefulShutdownDuration = .seconds(settings.shutdownSeconds)
    return ServiceGroup(configuration: configuration)
  }
}
