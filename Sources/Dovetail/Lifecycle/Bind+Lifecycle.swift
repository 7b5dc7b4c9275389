// SPDX-License-Identifier: Apache-2.0

/// What a bind has to do when its container starts and stops.
struct LifecycleHooks: Sendable {
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

  var isEmpty: Bool { onStart.isEmpty && onStop.isEmpty }
}

extension Bind where Value: Sendable {
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
  ///   - limit: How long it may take; `nil` leaves that to ``Container/start(deadline:each:rollback:clock:)``.
  ///   - body: Is cancelled when the start fails, is cancelled, or runs out of time.
  public func onStart(within limit: Duration? = nil, _ body: @escaping @Sendable (Value) async throws -> Void) -> Self {
    starting { $0.onStart.append(Bind.hook(limit, body)) }
  }

  /// Does something with the value when the container stops, after everything that needs it is down. Only for what the container shares.
  ///
  /// It runs once if the value was started, and is never skipped; the value is built when the container starts. The hooks of one bind run
  /// against declared order.
  ///
  /// - Parameters:
  ///   - limit: How long it may take; `nil` leaves that to ``Container/stop(deadline:each:clock:)``.
  ///   - body: An error keeps nothing else from being stopped.
  public func onStop(within limit: Duration? = nil, _ body: @escaping @Sendable (Value) async throws -> Void) -> Self {
    starting { $0.onStop.insert(Bind.hook(limit, body), at: 0) }
  }

  private func starting(_ change: (inout LifecycleHooks) -> Void) -> Self {
    changed { bind in
      bind.declaration.starts = true
      change(&bind.declaration.lifecycle)
    }
  }

  private static func hook(
    _ limit: Duration?, _ body: @escaping @Sendable (Value) async throws -> Void
  ) -> LifecycleHooks.Hook {
    LifecycleHooks.Hook(limit: limit) { slot in try await body(AsyncRequest.run(slot, in: .container)) }
  }
}

extension Bind {
  /// Builds the value when the container starts, and not only on first use. Only for what the container shares; of that, what is made
  /// asynchronously always is.
  public var eager: Self { changed { $0.declaration.starts = true } }
}
