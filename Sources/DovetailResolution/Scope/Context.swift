// SPDX-License-Identifier: Apache-2.0

/// The place of a request for scoped values: none, or an open scope and those around it; and whether its values are kept by that scope.
///
/// It is passed from need to need, so it does not hold the scope: that would be two atomic operations for each.
/// The caller that begins a request, or a build that outlives the request, holds the scope and has entered it until that has ended; a scope holds and enters
/// those around it.
package struct Context: Sendable {
  /// The address of the scope, 0 for none. The lowest bit is free, because objects are aligned to words; it is set for a kept value.
  private let bits: UInt

  init(scope: OpenScope?, isKept: Bool = false) {
    let address = scope.map { Unheld($0).address.bits } ?? 0
    bits = address | (isKept ? 1 : 0)
  }

  /// Whether the value is made for one that the open scope keeps. Its deferred needs must not keep the scope in turn.
  @inline(__always)
  var isKept: Bool { bits & 1 != 0 }

  @inline(__always)
  private var unheld: Unheld<OpenScope>? { Address(bits: bits & ~1).map { Unheld(at: $0) } }

  @inline(__always)
  package var scope: OpenScope? { unheld?.object }

  /// Identifies open scopes, while they are open.
  var scopeID: Address? { unheld?.address }

  /// The address of the value of a place in the open scope of its kind, once it is built.
  @inline(__always)
  func memory(of place: ScopePlace) -> Address? { unheld?.use { $0.memory(of: place) } }

  /// Looks up the address of a value in the open scope of a kind, without retaining the scope; `nil` when none is open.
  @inline(__always)
  func memory(
    in kind: ObjectIdentifier, _ ask: (OpenScope) throws(ResolutionError) -> Address
  ) throws(ResolutionError) -> Address? {
    guard let unheld, let scope = unheld.use({ $0.find(kind).map { Unheld($0) } }) else {
      return nil
    }
    // Such a closure throws errors of any type.
    return try scope.use { scope in
      do throws(ResolutionError) { return Result<_, ResolutionError>.success(try ask(scope)) } catch { return .failure(error) }
    }
    .get()
  }

  package static var container: Context { Context(scope: nil) }

  /// The context for the needs of a value that the open scope of a kind keeps.
  func kept(in kind: ObjectIdentifier) -> Context { Context(scope: scope?.find(kind) ?? scope, isKept: true) }
}
