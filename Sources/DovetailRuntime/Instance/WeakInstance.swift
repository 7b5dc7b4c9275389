// SPDX-License-Identifier: Apache-2.0

/// A weak reference to an object.
// SAFETY: only read and written under the mutex around it; the object itself is Sendable, because `.in(.weak)` demands it, or used by one actor only,
// which `.in(.weak, on:)` names.
// Inert: it holds no strong reference.
package struct WeakReference: @unchecked Sendable, Inert {
  package weak var object: AnyObject?
}

extension Lock<WeakReference> {
  /// The object as the requested type, if it is still alive.
  ///
  /// The object is tested before it is cast: a `nil` object, cast directly, would be an empty optional, which fits `any Sendable`.
  package borrowing func value<Value>(as type: Value.Type) -> Value? {
    guard let held = withLock({ reference in reference.object.map(Held.init) }) else { return nil }
    return held.object as? Value
  }
}

/// An object on its way out of a lock.
// SAFETY: as in WeakReference.
private struct Held: @unchecked Sendable {
  package let object: AnyObject
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
    let found = try gate.enter(address, step(), stays: false) { reference.value(as: Value.self) }
    if let found { return found }
    return try gate.run(address, step(), stays: false) {
      let value = try build()
      let object = try WeakInstance.object(in: value, of: step())
      reference.withLock { $0.object = object.object }
      return value
    }
  }

  /// A value as an object that can be referenced weakly. The caller keeps the value.
  ///
  /// - Throws: ``ResolutionError`` with code `.unshareable` when it is not an object.
  package static func object<Value>(in value: Value, of step: @autoclosure () -> ResolutionError.Step) throws(ResolutionError)
    -> WeakReference
  {
    let made = type(of: value as Any)
    guard made is AnyClass else {
      let step = step()
      throw ResolutionError(
        .unshareable, step.key,
        "\(step.key.quoted) is held weakly, but its factory made a '\(TypeName(made))', which is no object", at: step,
        help: "use .in(.singleton) or .in(.transient), or make the type a class")
    }
    return WeakReference(object: value as AnyObject)
  }
}
