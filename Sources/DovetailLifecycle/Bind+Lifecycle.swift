// SPDX-License-Identifier: Apache-2.0
public import Dovetail

/// What a bind has to do when its container starts and stops.
struct LifecycleHooks: Attachment {
  /// One thing to do. It takes the slot, because only the modifier that declares it knows the type.
  struct Hook: Sendable {
    /// How long it may take; `nil` leaves that to the caller of start and stop.
    let limit: Duration?
    let run: @Sendable (Slot) async throws -> Void
  }

  /// In declared order.
  var onStart: [Hook] = []
  /// The one that was declared last comes first.
  var onStop: [Hook] = []

  func followed(by later: Self) -> Self {
    LifecycleHooks(onStart: onStart + later.onStart, onStop: later.onStop + onStop)
  }
}

extension BindCarrier where Carried: Sendable {
  /// Does something with the value when the container starts, after everything that it needs is up. Only for what the container shares.
  ///
  /// The value is built first. An error or a missed deadline fails the start, and what had started is stopped again. The hooks of one bind
  /// run in declared order.
  ///
  /// ```swift
  /// Bind(Server.init).in(.singleton).onStart { try await $0.listen() }.onStop { await $0.drain() }
  /// ```
  ///
  /// - Parameters:
  ///   - limit: How long it may take; `nil` leaves that to `Container.start(deadline:each:rollback:clock:)`.
  ///   - body: Is cancelled when the start fails, is cancelled, or runs out of time.
  public func onStart(within limit: Duration? = nil, _ body: @escaping @Sendable (Carried) async throws -> Void) -> Self {
    starting { $0.onStart.append(Self.hook(limit, body)) }
  }

  /// Does something with the value when the container stops, after everything that needs it is down. Only for what the container shares.
  ///
  /// It runs once if the value was started, and is never skipped; the value is built when the container starts. The hooks of one bind run
  /// against declared order.
  ///
  /// - Parameters:
  ///   - limit: How long it may take; `nil` leaves that to `Container.stop(deadline:each:clock:)`.
  ///   - body: An error keeps nothing else from being stopped.
  public func onStop(within limit: Duration? = nil, _ body: @escaping @Sendable (Carried) async throws -> Void) -> Self {
    starting { $0.onStop.insert(Self.hook(limit, body), at: 0) }
  }

  private func starting(_ change: (inout LifecycleHooks) -> Void) -> Self {
    var copy = self
    copy.carried.declaration.starts = true
    change(&copy.carried.declaration.lifecycle)
    return copy
  }

  private static func hook(
    _ limit: Duration?, _ body: @escaping @Sendable (Carried) async throws -> Void
  ) -> LifecycleHooks.Hook {
    LifecycleHooks.Hook(limit: limit) { slot in try await body(AsyncRequest.run(slot, in: .container)) }
  }
}

extension BindCarrier {
  /// Builds the value when the container starts, and not only on first use. Only for what the container shares; of that, what is made
  /// asynchronously always is.
  public var eager: Self {
    var copy = self
    copy.carried.declaration.starts = true
    return copy
  }
}

extension Declaration {
  /// What is done with the value when the container starts and stops.
  var lifecycle: LifecycleHooks {
    get { attached[LifecycleHooks.self] ?? LifecycleHooks() }
    set { attached[LifecycleHooks.self] = newValue }
  }
}
