// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
@testable internal import DovetailSwiftUI
internal import TestSupport

/// A host without a view, whose containers tell what happens to them.
@MainActor final class Stage {
  let log = Log()
  private(set) var host: HostedContainer<String>? = HostedContainer()

  /// What the view would show, and what is under way.
  var state: String { host.map { "\($0.state)" } ?? "gone" }

  /// Shows the container of a user.
  ///
  /// - Parameters:
  ///   - user: The ID.
  ///   - making: What the making waits for; it ignores its cancellation.
  ///   - closing: What the closing waits for.
  ///   - failure: What the making throws.
  ///   - closeFailure: What the closing throws.
  func show(
    _ user: String, making: Gate? = nil, closing: Gate? = nil, failure: (any Error)? = nil, closeFailure: Breakdown? = nil
  ) {
    host?.show(user, maker(user, making, closing, failure, closeFailure))
  }

  func retry(_ user: String) { host?.retry(user, maker(user, nil, nil, nil, nil)) }

  func hide() { host?.hide() }

  /// Lets go of the host, as SwiftUI does with the state of a view that is gone.
  func drop() { host = nil }

  /// Shows what a closure makes.
  func show(_ user: String, make: @escaping @MainActor () async throws -> any ClosableResolver) {
    host?.show(user, HostedContainer<String>.Maker(make: make, report: report))
  }

  /// Waits until nothing is under way.
  func settle() async { while let work = host?.work { await work.value } }

  private func report(_ error: CloseError) { log.add("reported \(error.failures.map { ($0.error as? Breakdown)?.reason })") }

  private func maker(
    _ user: String, _ making: Gate?, _ closing: Gate?, _ failure: (any Error)?, _ closeFailure: Breakdown?
  ) -> HostedContainer<String>.Maker {
    HostedContainer<String>.Maker(
      make: { [log] in
        log.add("making \(user)")
        await making?.pass()
        if let failure { throw failure }
        let container = try Container {
          Bind { user }.in(.singleton).onClose { user in
            log.add("closing \(user)")
            await closing?.pass()
            if let closeFailure { throw closeFailure }
            log.add("closed \(user)")
          }
        }
        log.add("made \(try await container.resolve(String.self))")
        return container
      }, report: report)
  }
}

extension HostState: CustomStringConvertible {
  var description: String {
    switch self {
    case .idle: "idle"
    case .loading(let id): "loading \(id)"
    case .ready(let resource, for: let id): "ready \(id) with \(resource)"
    case .failed(let error, for: let id): "failed \(id) with \((error as? Breakdown)?.reason ?? "\(error)")"
    case .cancelled(let next): "cancelled, next \(next.map { "\($0)" } ?? "nothing")"
    case .closing(let next): "closing, next \(next.map { "\($0)" } ?? "nothing")"
    }
  }
}

extension OwnedResolver: CustomStringConvertible {
  var description: String { "number \(number)" }
}
