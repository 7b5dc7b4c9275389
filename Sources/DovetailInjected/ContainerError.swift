// SPDX-License-Identifier: Apache-2.0
public import Dovetail

/// The shared container was used in a way that it cannot be.
public enum ContainerError: Error, Sendable, Hashable {
  /// The shared container was asked for, but none is installed and none is current.
  case notInstalled
  /// A container is installed already, since the given place was reached.
  case alreadyInstalled(at: SourceLocation)
}

extension ContainerError: CustomStringConvertible {
  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .notInstalled:
      "error: [container-not-installed] no shared container is set\n"
        + "  help: call Container.install(_:) once when the program starts, or run the code inside withContainer(_:) { … }"
    case .alreadyInstalled(let location):
      "error: [container-already-installed] a shared container is set already\n"
        + "  installed at \(location)\n"
        + "  help: install one container per program; call Container.remove() first to replace it"
    }
  }
}
