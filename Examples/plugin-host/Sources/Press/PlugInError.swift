// SPDX-License-Identifier: Apache-2.0
package import Dovetail

/// Why a plug-in did not join, or did not leave in peace.
package enum PlugInError: Error {
  /// One of that name is here.
  case alreadyHere(String)
  /// None of that name is here.
  case notHere(String)
  /// It does not fit the press: what the check found.
  case refused(String, Report)
  /// One of its factories threw.
  case failedToStart(String, any Error)
  /// It left, but something of it closed with an error.
  case failedToClose(String, CloseError)
}

extension PlugInError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .alreadyHere(let name): "a plug-in '\(name)' is here already; remove it first, or choose another name"
    case .notHere(let name): "no plug-in '\(name)' is here"
    case .refused(let name, let report): "the plug-in '\(name)' does not fit:\n\(report)"
    case .failedToStart(let name, let error): "the plug-in '\(name)' did not start:\n\(error)"
    case .failedToClose(let name, let error): "the plug-in '\(name)' left, but:\n\(error)"
    }
  }
}
