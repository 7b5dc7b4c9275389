// SPDX-License-Identifier: Apache-2.0

/// A reference that does not keep its object, because others do: mostly the owner of what has the reference. To count it would take longer than most reads of
/// members. Debug builds check at every use that the object is still there.
struct Uncounted<Object: AnyObject & Sendable>: Sendable {
  private let reference: Unmanaged<Object>
  #if DEBUG
    private unowned let checked: Object
  #endif

  @inline(__always)
  init(_ object: Object) {
    reference = .passUnretained(object)
    #if DEBUG
      checked = object
    #endif
  }

  /// Runs a closure on the object, which others keep meanwhile.
  @inline(__always)
  func with<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
    #if DEBUG
      withExtendedLifetime(checked) {}
    #endif
    return try reference._withUnsafeGuaranteedRef(body)
  }

  /// A counted reference to the object.
  var object: Object { with { $0 } }
}
