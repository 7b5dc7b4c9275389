// SPDX-License-Identifier: Apache-2.0

/// The extensions of a container, called from the last to the first.
struct ExtensionChain: Sendable {
  let extensions: [any Extension]

  var isEmpty: Bool { extensions.isEmpty }

  func choose(_ request: Interception, _ last: (Interception) throws -> Any) throws -> Any {
    try choose(request, from: extensions.count, last)
  }

  private func choose(
    _ request: Interception, from index: Int, _ last: (Interception) throws -> Any
  ) throws -> Any {
    guard index > 0 else { return try last(request) }
    return try extensions[index - 1].choose(request) { try choose($0, from: index - 1, last) }
  }

  func make(_ request: Interception, from index: Int? = nil, _ last: () throws -> Any) throws -> Any {
    let index = index ?? extensions.count
    guard index > 0 else { return try last() }
    return try extensions[index - 1].make(request) { try make(request, from: index - 1, last) }
  }

  func setNeeds(of object: Any, _ request: Interception, from index: Int? = nil, _ last: () throws -> Void) throws {
    let index = index ?? extensions.count
    guard index > 0 else { return try last() }
    try extensions[index - 1].setNeeds(of: object, request) {
      try setNeeds(of: object, request, from: index - 1, last)
    }
  }

  func complete(_ objects: [Any], from index: Int? = nil, _ last: () -> Void) {
    let index = index ?? extensions.count
    guard index > 0 else { return last() }
    extensions[index - 1].complete(objects) { complete(objects, from: index - 1, last) }
  }
}
