// SPDX-License-Identifier: Apache-2.0

/// A weak reference to an object.
// SAFETY: only read and written under the mutex around it; the object itself is Sendable, because `.in(.weak)` demands it, or used by one actor only,
// which `.in(.weak, on:)` names.
// Inert: it holds no strong reference.
package struct WeakReference: @unchecked Sendable, Inert {
  package weak var object: AnyObject?
}

/// One value that is shared as long as a strong reference to it exists.
package final class WeakInstance: Sendable {
  private let reference = Lock(WeakReference())
  private let gate = Gate()

  package init() {}

  /// The value, built anew when none is alive.
  ///
  /// - Throws: ``ResolutionError`` with code `.unshareable` when the value is not an object.
  package func value<Value>(
    of step: @autoclosure () -> ResolutionError.Step, build: () throws -> Value
  ) throws(ResolutionError) -> Value {
    let address = UInt(bitPattern: ObjectIdentifier(self))
    if let found = try gate.enter(address, step(), unless: { value(as: Value.self) }) { return found }
    do {
      let value = try build()
      try refer(to: value, of: step())
      gate.end(address, ready: false)
      return value
    } catch {
      let error = error as? ResolutionError ?? ResolutionError(error, through: step())
      gate.end(address, ready: false, with: error)
      throw error
    }
  }

  /// The value, if it is still alive.
  package func value<Value>(as type: Value.Type) -> Value? {
    // The object is tested before it is cast: a `nil` object, cast directly, would be an empty optional, which fits `any Sendable`.
    guard let object = reference.withLock({ $0.object }) else { return nil }
    return object as? Value
  }

  /// Keeps an object alive, and gives no access to it.
  // SAFETY: the object is only held and released.
  private struct Keeper: @unchecked Sendable {
    let object: AnyObject
  }

  /// Holds the value, if it is still alive.
  package var keeper: (any Sendable)? { reference.withLock { $0.object.map { Keeper(object: $0) } } }

  /// The value, built anew by a task when none is alive. Threads and tasks do not both build the value of one instance.
  ///
  /// - Throws: ``ResolutionError``, with code `.unshareable` when the value is not an object; `CancellationError` when this task is cancelled.
  package func value<Value: Sendable>(
    of step: @autoclosure () -> ResolutionError.Step, build: @escaping @Sendable () async throws -> Value
  ) async throws -> Value { try await value(of: step(), isDeclared: false, build: build) }

  /// The same.
  ///
  /// - Parameter isDeclared: Whether it is a need that the bind of the running build declares.
  package func value<Value: Sendable>(
    of step: @autoclosure () -> ResolutionError.Step, isDeclared: Bool, build: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    if let value = value(as: Value.self) { return value }
    let step = step()
    return try await Build.value(at: UInt(bitPattern: ObjectIdentifier(self)), of: step, isDeclared: isDeclared) {
      value(as: Value.self)
    } build: { [self] in
      if let value = value(as: Value.self) { return value }
      let value = try await build()
      try refer(to: value, of: step)
      return value
    }
  }

  /// References the object that is the value. The caller keeps the value.
  private func refer<Value>(to value: Value, of step: @autoclosure () -> ResolutionError.Step) throws(ResolutionError) {
    let made = type(of: value as Any)
    guard made is AnyClass else {
      let step = step()
      throw ResolutionError(
        .unshareable, step.key,
        "\(step.key.quoted) is held weakly, but its factory made a '\(TypeName(made))', which is no object", at: step,
        help: "use .in(.singleton) or .in(.transient), or make the type a class")
    }
    let object = value as AnyObject
    reference.withLock { $0.object = object }
  }
}
