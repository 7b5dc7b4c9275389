// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Synchronization

// What the extensions of the tests look for.

protocol Lasting {}
protocol FromYear { init(year: String) }
protocol Curious: AnyObject { var relatives: Int { get set } }

final class Monument: Lasting, Sendable { init() {} }

struct Vintage: FromYear, Sendable { let year: String }

final class Onlooker: Curious {
  let monument: Monument
  var relatives = 0
  var wheel: Wheel?
  init(monument: Monument) { self.monument = monument }
}

extension Interception {
  /// What is asked for, as the tests write it.
  var subject: String { type.map { "\($0)" } ?? name ?? "nothing" }
}

/// What an extension shares, by type.
final class ExtensionInstances: Sendable {
  private let values = Mutex<[ObjectIdentifier: any Sendable]>([:])

  subscript(type: any Any.Type) -> (any Sendable)? {
    get { values.withLock { $0[ObjectIdentifier(type)] } }
    set { values.withLock { $0[ObjectIdentifier(type)] = newValue } }
  }
}
