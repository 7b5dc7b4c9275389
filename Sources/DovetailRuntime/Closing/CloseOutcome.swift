// SPDX-License-Identifier: Apache-2.0

/// The result of closing a value. (An optional array would have to be released for every value.)
@usableFromInline
package enum CloseOutcome {
  /// The closing has to be awaited, and was not begun.
  case awaits
  /// Nothing failed.
  case cleanly
  case failed([CloseError.Failure])

  package init(_ failures: [CloseError.Failure]) { self = failures.isEmpty ? .cleanly : .failed(failures) }

  /// The failures; `nil` when nothing was done.
  package var failures: [CloseError.Failure]? {
    switch self {
    case .awaits: nil
    case .cleanly: []
    case .failed(let failures): failures
    }
  }
}
