// SPDX-License-Identifier: Apache-2.0
public import Dovetail

/// An invalid use of the shared container.
public enum ContainerError: Error, Sendable, Hashable {
  /// The shared container was resolved, but none is installed and none is current.
  case notInstalled
  /// A container is installed already, by the call at the given place.
  case alreadyInstalled(at: SourceLocation)
}

extension ContainerError: CustomStringConvertible {
  /// The problem and the remedy.
  public var description: String {
    switch self {
    case .notInstalled:
      "error: [container-not-installed] no shared container is set\n"
        + "  help: call Container.install(_:) once when the program starts, or run the code inside withContainer(_:) { … }"
    case .alreadyInstalled(let location):
      "error: [container-already-installed] a shared container is set already\n"
        + "  installed at \(location)\n"
        + "  help: install one container per program; Container.replaceShared(with:) replaces it"
    }
  }
}
