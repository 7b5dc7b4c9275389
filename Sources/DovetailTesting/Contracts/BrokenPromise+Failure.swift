// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

extension BrokenPromise {
  /// Tests that the error of a factory is passed on, and not kept: a promise of both scopes and extensions.
  ///
  /// - Parameters:
  ///   - word: The function that the implementation calls to run the factory.
  ///   - container: Makes a container in which the factory runs through the implementation.
  static func failure(
    of word: String, in container: (_ factory: @escaping @Sendable () throws -> Probe) throws -> Container
  ) throws -> BrokenPromise? {
    let isBroken = Lock(true)
    let container = try container {
      if isBroken.withLock({ $0 }) { throw ProbeFailure(number: 7) }
      return Probe("failure")
    }
    do {
      _ = try container.resolve(Probe.self)
      return BrokenPromise(
        "failure", "a factory threw, and resolve returned a value all the same: let the error of \(word) through")
    } catch {
      guard error.underlying as? ProbeFailure == ProbeFailure(number: 7) else {
        return BrokenPromise(
          "failure", "a factory threw, and resolve failed with another error: let the error of \(word) through\n\(error)")
      }
    }
    isBroken.withLock { $0 = false }
    do { _ = try container.resolve(Probe.self) } catch {
      return BrokenPromise(
        "failure", "a factory had thrown, and the next resolve failed too: keep nothing of a \(word) that threw\n\(error)")
    }
    return nil
  }
}
