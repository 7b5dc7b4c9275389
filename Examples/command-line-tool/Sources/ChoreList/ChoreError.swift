// SPDX-License-Identifier: Apache-2.0

/// What can go wrong, each with the exit code that scripts see.
package enum ChoreError: Error, Equatable {
  case emptyTitle
  case noSuchChore(Int, highest: Int?)
  case unreadable(String)
  case notAList(String)
  case unwritable(String)
  case locked(String)

  /// One of the codes of `sysexits.h`.
  package var exitCode: Int32 {
    switch self {
    case .emptyTitle, .noSuchChore: 64
    case .notAList: 65
    case .unreadable: 66
    case .unwritable: 73
    case .locked: 75
    }
  }
}

extension ChoreError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .emptyTitle: "a chore needs a title"
    case .noSuchChore(let number, let highest):
      "there is no chore \(number)" + (highest.map { "; the last one is \($0)" } ?? ": the list is empty")
    case .unreadable(let file): "cannot read '\(file)'"
    case .notAList(let file): "'\(file)' is not a list of chores; mend it, or choose another one with --file"
    case .unwritable(let file): "cannot write '\(file)'"
    case .locked(let file): "another run is changing the list; if there is none, remove '\(file)'"
    }
  }
}
