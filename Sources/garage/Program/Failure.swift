// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph

/// Why the program cannot do what it was told.
enum Failure: Error, Equatable {
  /// The command line is wrong.
  case usage(String)
  /// A file cannot be read, or is not what it should be.
  case input(String)
  /// The graph is wrong, or a resolution failed.
  case graph(String)

  var exitCode: Int32 {
    switch self {
    case .usage: 64
    case .input: 66
    case .graph: 1
    }
  }

  /// The text for standard error. It quotes the user's words, so control characters in it are escaped.
  var message: String {
    switch self {
    case .usage(let text): "garage: \(text.onOneLine)\ntry 'garage --help'"
    case .input(let text): "garage: \(text.onOneLine)"
    case .graph(let text): text
    }
  }
}
