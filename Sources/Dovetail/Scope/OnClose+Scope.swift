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
