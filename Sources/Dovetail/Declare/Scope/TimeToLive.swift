// SPDX-License-Identifier: Apache-2.0

extension Scope.Shared {
  /// One instance for a time: the first resolution after it makes a new one.
  ///
  /// ```swift
  /// Bind(Rates.init).in(.timeToLive(.seconds(300)))
  /// ```
  ///
  /// The clock is an optional dependency: the binding of `(any Clock<Duration>).self`, or a `ContinuousClock` if there is none. The time begins when the instance is
  /// made. Resolutions that come while a new one is being made wait for it: the factory runs once. When it throws, the next resolution tries again, and never
  /// gets the old instance.
  ///
  /// The scope lets go of the old instance, which lives on with those who took it, so `.onClose` does not run. Who lives longer takes a ``Provider``.
  /// A decorator in a child container keeps what it makes for the whole time again.
  ///
  /// - Parameter lifetime: How long an instance is used; zero or less makes one for every resolution.
  public static func timeToLive(_ lifetime: Duration) -> Self {
    let (seconds, rest) = lifetime.components
    let clock = Key((any Clock<Duration>)?.self)
    let source = CustomScopeSource(
      type: TypeName(TimeToLive.self), needs: [DeclaredNeed(declaring: clock)],
      code: ".timeToLive(.seconds(\(rest == 0 ? "\(seconds)" : "\(Double(seconds) + Double(rest) * 1e-18)")))"
    ) { resolver, step in
      TimeToLive(lifetime: lifetime, clock: try resolver.resolve(clock) ?? ContinuousClock(), step: step)
    }
    return Self(choice: .custom(source))
  }
}

private struct TimeToLive: CustomScope {
  let lifetime: Duration
  let clock: any Clock<Duration>
  let step: ResolutionError.Step

  func storage<Value: Sendable>(for type: Value.Type) -> any ScopeStorage<Value> {
    func storage(_ clock: some Clock<Duration>) -> any ScopeStorage<Value> { Expiring(lifetime, clock, step) }
    return storage(clock)
  }
}

/// The instance of one bind that is made anew after a time.
private final class Expiring<Value: Sendable, Time: Clock<Duration>>: ScopeStorage {
  private struct State: Sendable {
    var current = Cell(of: Value.self)
    /// When the current one was made; `nil` until then.
    var made: Time.Instant?
  }

  private let lifetime: Duration
  private let clock: Time
  /// The bind, for errors.
  private let step: ResolutionError.Step
  private let state = Lock(State())

  init(_ lifetime: Duration, _ clock: Time, _ step: ResolutionError.Step) {
    (self.lifetime, self.clock, self.step) = (lifetime, clock, step)
  }

  func instance(_ make: () throws -> Value) throws -> Value {
    let instance = current()
    return try instance.value(of: step) {
      let value = try make()
      let now = clock.now
      state.withLock { if $0.current === instance { $0.made = now } }
      return value
    }
  }

  /// The instance to use now, made or not. The clock is the program's code, so it runs outside of the lock.
  private func current() -> Cell {
    let now = clock.now
    let known = state.withLock { $0 }
    guard let made = known.made, made.duration(to: now) >= lifetime else { return known.current }
    let fresh = State()
    return state.withLock { state in
      if state.current === known.current { state = fresh }
      return state.current
    }
  }
}
