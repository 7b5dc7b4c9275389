// SPDX-License-Identifier: Apache-2.0
#if ServiceLifecycle
  public import Dovetail
  internal import DovetailLifecycle
  public import Logging
  public import ServiceLifecycle

  /// A container as a service: starts it, runs the services that it binds, and stops it.
  ///
  /// ```swift
  /// let group = ServiceGroup(services: [ContainerService(container, services: [server])], gracefulShutdownSignals: [.sigterm], logger: logger)
  /// try await group.run()
  /// ```
  ///
  /// A container is a service by itself, with the limits that this has by default; see ``Dovetail/Container/run()``.
  public struct ContainerService: Service {
    private let container: Container
    private let services: [any Service]
    private let startDeadline: Duration?
    private let stopDeadline: Duration?
    private let each: Duration?
    private let logger: Logger?

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - container: What is started and stopped. It is not closed.
    ///   - services: What runs besides the services that the container binds: it begins after them and is told to shut down before them, the
    ///     last one first. A server belongs here, so that requests find everything up.
    ///   - startDeadline: How long the start may take; `nil` for as long as it takes.
    ///   - stopDeadline: How long the stop may take, after the services have ended; also how long a start that fails may take to be rolled
    ///     back.
    ///   - each: How long one factory or hook may take, unless the binding says so itself.
    ///   - logger: Is told which services fail; `nil` for the current one of the task that runs the service.
    public init(
      _ container: Container, services: [any Service] = [], startDeadline: Duration? = nil,
      stopDeadline: Duration? = .seconds(10), each: Duration? = nil, logger: Logger? = nil
    ) {
      self.container = container
      self.services = services
      self.startDeadline = startDeadline
      self.stopDeadline = stopDeadline
      self.each = each
      self.logger = logger
    }

    /// Starts the container, runs the services until they are told to shut down, and stops the container on every way out.
    ///
    /// Returns when it was told to shut down, or when a service returned and the others were shut down for that reason. Without any services
    /// it waits to be told. A shutdown during the start rolls the start back.
    ///
    /// - Throws: `LifecycleError` when the container could not be started, or not be stopped without errors; otherwise what the first
    ///   service that failed has thrown, after the others were shut down; `CancellationError` when the task was cancelled.
    public func run() async throws {
      if try await start() {
        try await container.run(stopDeadline: stopDeadline, each: each) { try await runServices() }
      }
      // Services may end without an error when they are cancelled.
      try Task.checkCancellation()
    }

    /// - Returns: Whether the container is up; not when it was told to shut down before it was.
    private func start() async throws -> Bool {
      do {
        try await cancelWhenGracefulShutdown {
          try await container.start(deadline: startDeadline, each: each, rollback: stopDeadline)
        }
        return true
      } catch let error as LifecycleError
        where error.isStart && error.reason == .cancelled && Task.isShuttingDownGracefully && !Task.isCancelled
      {
        // Nothing is up any more, and from now on it cannot be started.
        try await container.stop(deadline: stopDeadline, each: each)
        if !error.failures.isEmpty || !error.rollback.isEmpty { throw error }
        return false
      }
    }

    private func runServices() async throws {
      let logger = logger ?? .current
      let all = try await container.partsInOrder(of: (any Service).self) + services
      guard !all.isEmpty else { return try await gracefulShutdown() }
      let services = all.map { service in
        ServiceGroupConfiguration.ServiceConfiguration(
          service: Reporting(service: service, logger: logger), successTerminationBehavior: .gracefullyShutdownGroup,
          failureTerminationBehavior: .gracefullyShutdownGroup, serviceName: "\(type(of: service))")
      }
      try await ServiceGroup(configuration: ServiceGroupConfiguration(services: services, logger: logger)).run()
    }

    /// Logs that a service failed: a group throws one error only, and says nothing of others.
    private struct Reporting: Service {
      let service: any Service
      let logger: Logger

      func run() async throws {
        do { try await service.run() } catch {
          let isFailure = !(error is CancellationError && Task.isCancelled)
          if isFailure { logger.error("a service failed", error: error, metadata: ["service": "\(type(of: service))"]) }
          throw error
        }
      }
    }
  }

  extension Container: Service {
    /// Runs the container as a service: starts it, runs the services that it binds until they are told to shut down, and stops it.
    ///
    /// ``ContainerService`` does the same with limits of your own.
    ///
    /// - Throws: As ``ContainerService/run()`` does.
    public func run() async throws { try await ContainerService(self).run() }
  }
#endif
