// SPDX-License-Identifier: Apache-2.0
#if Hummingbird
  /// When the scope of a request closes, if its handler does not throw.
  public enum RequestScopeClosing: Sendable {
    /// When the body has been written: into memory, before it is sent, if it is of a known length up to a limit in bytes; after its last byte
    /// otherwise.
    case afterBody(collectingUpTo: Int = 64 * 1024)
    /// When the handler has returned, before anything is sent: for bodies that are whole by then, such as text or what was encoded. A body that
    /// still resolves from the scope while it is written gets an error with code `.closed`.
    case afterHandler
  }
#endif
