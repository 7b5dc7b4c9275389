// SPDX-License-Identifier: Apache-2.0
public import Dovetail

/// The actions of a binding at the start and the stop of its container.
struct LifecycleHooks: Attachment {
  /// One action. It takes the slot, because only the modifier that declares it knows the type.
  struct Hook: Sendable {
    /// The time limit; `nil` leaves it to the caller of start and stop.
    let limit: Duration?
    let run: @Sendable (Slot) async throws -> Void
  }

  /// In declared order.
  var onStart: [Hook] = []
  /// In reverse order of declaration.
  var onStop: [Hook] = []

  func followed(by later: Self) -> Self {
    LifecycleHooks(onStart: onStart + later.onStart, onStop: later.onStop + onStop)
  }
}

extension BindCarrier where Carried: Sendable {
  /// Runs an action on the value when the container starts, after all of its dependencies have started. Only for values that the container shares.
  ///
  /// The value is built first. An error or a missed deadline fails the start, and the started bindings are stopped again. The hooks of one binding run in declared
  /// order.
  ///
  /// ```swift
  /// Bind(Server.init).in(.singleton).onStart { try await $0.listen() }.onStop { await $0.drain() }
  /// ```
  ///
  /// - Parameters:
  ///   - limit: The time limit; `nil` leaves it to `Container.start(deadline:each:rollback:clock:)`.
  ///   - body: Is cancelled when the start fails, is cancelled, or runs out of time.
  public func onStart(within limit: Duration? = nil, _ body: @escaping @Sendable (Carried) async throws -> Void) -> Self {
    starting { $0.onStart.append(Self.hook(limit, body)) }
  }

  /// Runs an action on the value when the container stops, after all bindings that need it have stopped. Only for values that the container shares.
  ///
  /// It runs once if the value was started, and is never skipped; the value is built when the container starts. The hooks of one binding run in reverse order of
  /// declaration.
  ///
  /// - Parameters:
  ///   - limit: The time limit; `nil` leaves it to `Container.stop(deadline:each:clock:)`.
  ///   - body: Its error does not keep other bindings from being stopped.
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
  /// Builds the value when the container starts, and not only on first use. Only for values that the container shares; asynchronous ones are always built at
  /// the start.
  public var eager: Self {
    var copy = self
    copy.carried.declaration.starts = true
    return copy
  }
}

extension Declaration {
  /// The actions on the value at the start and the stop of the container.
  var lifecycle: LifecycleHooks {
    get { self.attached[LifecycleHooks.self] ?? LifecycleHooks() }
    set { self.attached[LifecycleHooks.self] = newValue }
  }
}
