// SPDX-License-Identifier: Apache-2.0

extension CloseOwner {
  /// The owner that closes the values of a scope; `nil` when there is none.
  init?(of scope: ScopeChoice) {
    switch scope {
    case .singleton: self = .container
    case .scoped(let kind): self = .scope(kind)
    case .transient, .graph, .weak, .custom: return nil
    }
  }
}

extension OnClose {
  /// Registers a value that was just made in the memory of an open scope, as the form for a value does.
  ///
  /// - Returns: The error when the scope has closed meanwhile; the value is closed then, and the caller releases it.
  @inline(__always)
  func register(at memory: UnsafeMutablePointer<Value>, in scope: OpenScope) -> ResolutionError? {
    unlikely(!scope.add(CloseEntry(self, at: UnsafeMutableRawPointer(memory)))) ? late(memory) : nil
  }

  @inline(never)
  private func late(_ memory: UnsafeMutablePointer<Value>) -> ResolutionError {
    late(CloseEntry(self, at: UnsafeMutableRawPointer(memory)))
  }
}
