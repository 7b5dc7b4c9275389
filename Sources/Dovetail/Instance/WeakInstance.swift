// SPDX-License-Identifier: Apache-2.0

/// One value that is shared while somebody else holds it.
final class WeakInstance: Sendable {
  // SAFETY: only read and written under the mutex around it; the object itself is Sendable, because `.in(.weak)` demands it.
  private struct Reference: @unchecked Sendable {
    weak var object: AnyObject?
  }

  private let reference = Lock(Reference())
  private let gate = Gate()

  /// The value, built anew when nobody holds one.
  ///
  /// - Throws: ``ResolutionError`` with code `.unshareable` when the value is not an object.
  func value<Value>(of step: ResolutionError.Step, build: () throws -> Value) throws(ResolutionError) -> Value {
    try gate.value(of: step, stays: false, ready: { reference.withLock { $0.object } as? Value }) {
      let value = try build()
      let made = type(of: value as Any)
      guard made is AnyClass else {
        throw ResolutionError(
          .unshareable, step.key,
          "\(step.key.quoted) is held weakly, but its factory made a '\(TypeName(made))', which is no object", at: step,
          help: "use .in(.singleton) or .in(.transient), or make the type a class")
      }
      reference.withLock { $0.object = value as AnyObject }
      return value
    }
  }
}
