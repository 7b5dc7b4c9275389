// SPDX-License-Identifier: Apache-2.0

/// What came of closing a value. (An optional array would have to be let go of for every value.)
@usableFromInline
package enum Closed {
  /// Something has to be awaited for it, and nothing was done.
  case awaits
  /// Nothing failed.
  case cleanly
  case failed([CloseError.Failure])

  package init(_ failures: [CloseError.Failure]) { self = failures.isEmpty ? .cleanly : .failed(failures) }

  /// What failed; `nil` when nothing was done.
  package var failures: [CloseError.Failure]? {
    switch self {
    case .awaits: nil
    case .cleanly: []
    case .failed(let failures): failures
    }
  }
}
