// SPDX-License-Identifier: Apache-2.0

/// The extensions of a container, called from the last to the first.
struct ExtensionChain: Sendable {
  private let extensions: ArraySlice<any Extension>

  init(_ extensions: ArraySlice<any Extension>) { self.extensions = extensions }

  var isEmpty: Bool { extensions.isEmpty }

  /// The extensions that are called inside the last one.
  private var inner: ExtensionChain { ExtensionChain(extensions.dropLast()) }

  func choose(_ request: Interception, _ last: (Interception) throws -> Any) throws -> Any {
    guard let outer = extensions.last else { return try last(request) }
    return try outer.choose(request) { try inner.choose($0, last) }
  }

  func make(_ request: Interception, _ last: () throws -> Any) throws -> Any {
    guard let outer = extensions.last else { return try last() }
    return try outer.make(request) { try inner.make(request, last) }
  }

  func setNeeds(of object: Any, _ request: Interception, _ last: () throws -> Void) throws {
    guard let outer = extensions.last else { return try last() }
    try outer.setNeeds(of: object, request) { try inner.setNeeds(of: object, request, last) }
  }

  func complete(_ objects: [Any], _ last: () -> Void) {
    guard let outer = extensions.last else { return last() }
    outer.complete(objects) { inner.complete(objects, last) }
  }
}
