// SPDX-License-Identifier: Apache-2.0

/// A way to share instances that the built-in scopes do not have: a pool, an expiring value, a fixed sequence.
///
/// ```swift
/// struct Pool: CustomScope {
///   let size: Int
///   func storage<Value: Sendable>(for type: Value.Type) -> any ScopeStorage<Value> { PoolStorage(size: size) }
/// }
/// Bind(Wheel.init).in(.custom(Pool(size: 4)))
/// ```
public protocol CustomScope: Sendable {
  /// Makes the storage for one binding.
  ///
  /// Called once for every binding and container, on the first resolution, so that bindings never mix although they name the same scope.
  func storage<Value: Sendable>(for type: Value.Type) -> any ScopeStorage<Value>
}

/// The instances of one binding in a custom scope.
public protocol ScopeStorage<Value>: Sendable {
  /// The type of the instances.
  associatedtype Value: Sendable

  /// Returns the instance for one resolution.
  ///
  /// May be called by several threads at once. Do not hold a lock while calling `make`: it runs the user's factory.
  ///
  /// - Parameter make: Builds a new instance, with all of its dependencies.
  func instance(_ make: () throws -> Value) throws -> Value
}

/// One request to the storage of a custom scope.
typealias CustomRequest<Value> = @Sendable (() throws -> Value) throws -> Value

/// How the custom scope of a bind is made.
package struct CustomScopeSource: Sendable {
  let type: TypeName
  /// The needs of the scope, which the bind declares as its own.
  var needs: [DeclaredNeed] = []
  /// The scope as code writes it, where that says all about it.
  var code: String?
  /// Makes the scope for one bind, which the step names in errors.
  let make: @Sendable (any Resolver, ResolutionError.Step) throws -> any CustomScope
}

extension CustomScopeSource {
  init<each Need, Custom: CustomScope>(_ make: @escaping @Sendable (repeat each Need) throws -> Custom) {
    self.init(type: TypeName(Custom.self)) { resolver, _ in try make(repeat try resolver.resolve((each Need).self)) }
    for need in repeat (each Need).self { needs.append(DeclaredNeed(declaring: Key(need))) }
  }
}

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
    // A duration may have more seconds than an `Int64`.
    let (seconds, rest) = max(.seconds(Int64.min), min(lifetime, .seconds(Int64.max))).components
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
