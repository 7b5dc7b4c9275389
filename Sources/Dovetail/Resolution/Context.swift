// SPDX-License-Identifier: Apache-2.0

/// Where a request looks for what lives in scopes: nowhere, or in an open scope and those around it.
///
/// It is handed from need to need, so it does not hold the scope: that would be two atomic operations for each.
// SAFETY: whoever begins a request, or a build that outlives the request, holds the scope and has entered it until that has ended; a scope holds
// and enters those around it.
struct Context: @unchecked Sendable {
  private let unheld: Unmanaged<OpenScope>?

  init(scope: OpenScope?) { unheld = scope.map { .passUnretained($0) } }

  /// The open scope.
  @inline(__always)
  var scope: OpenScope? { unheld?.takeUnretainedValue() }

  /// Tells open scopes apart, while they are open.
  var scopeID: UnsafeMutableRawPointer? { unheld?.toOpaque() }

  /// Where the value of a place in the open scope of its kind is, once it is built.
  @inline(__always)
  func memory(of place: ScopePlace) -> UnsafeMutableRawPointer? {
    unheld?._withUnsafeGuaranteedRef { $0.memory(of: place) }
  }

  /// Asks the open scope of a kind where a value is, without counting one more reference to it; `nil` when none is open.
  @inline(__always)
  func memory(
    in kind: ObjectIdentifier, _ ask: (OpenScope) throws(ResolutionError) -> UnsafeMutableRawPointer
  ) throws(ResolutionError) -> UnsafeMutableRawPointer? {
    guard let unheld, let scope = unheld._withUnsafeGuaranteedRef({ $0.find(kind).map(Unmanaged.passUnretained) }) else {
      return nil
    }
    // Such a closure throws errors of any type.
    return try scope._withUnsafeGuaranteedRef { scope in
      do throws(ResolutionError) { return Result<_, ResolutionError>.success(try ask(scope)) } catch { return .failure(error) }
    }
    .get()
  }

  /// The context of what outlives every scope.
  static var container: Context { Context(scope: nil) }
}
