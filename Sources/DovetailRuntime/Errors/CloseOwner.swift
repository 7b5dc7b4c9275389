// SPDX-License-Identifier: Apache-2.0

/// The owner that closes with all its values; the text, for errors, is made on demand.
package enum CloseOwner: Sendable, CustomStringConvertible {
  case container
  /// A scope of a kind.
  case scope(any Any.Type)
  case component(any Any.Type)
  /// A component that is known by a part of it; the closure gives the name for errors.
  case named(@Sendable () -> String)

  package var description: String {
    switch self {
    case .container: "the container"
    case .scope(let kind): "the scope '\(TypeName(kind))'"
    case .component(let type): "the component '\(TypeName(type))'"
    case .named(let name): name()
    }
  }

  /// The error for a value that was made while its owner closed, and was closed at once.
  ///
  /// - Parameter failures: The failures of that closing.
  package func closed(_ step: ResolutionError.Step, after failures: [CloseError.Failure]) -> ResolutionError {
    let failure = failures.isEmpty ? nil : CloseError(owner: description, .failed, failures)
    return ResolutionError.closed(description, step.key, underlying: failure).through(step)
  }
}
