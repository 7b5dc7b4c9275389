// SPDX-License-Identifier: Apache-2.0

/// Another module's note on a bind, by which the module follows the requests that make its values. A container with such a bind traces its requests.
package protocol Following: Sendable {
  /// Called first when an outermost request is done, before the extensions.
  ///
  /// - Parameters:
  ///   - made: All values made, the needs of an object before the object itself.
  ///   - parent: The object that the request was made for; `nil` for the container.
  static func arrange(_ made: [RequestTrace.Made], for parent: AnyObject?)

  /// Completes the values, unless an extension leaves that out.
  static func complete(_ made: [RequestTrace.Made])
}

/// Notes the values of one bind in the traces of requests.
struct Tracer: Sendable {
  private let owner: Owner
  private let follower: (any Following.Type)?
  private let note: (any Following)?

  /// - Returns: `nil` when requests are not traced, the usual case.
  init?(_ note: @autoclosure () -> (any Following)?, _ maker: SlotMaker) {
    guard maker.traces else { return nil }
    owner = maker.owner
    follower = maker.follower
    self.note = note()
  }

  func begin(in trace: RequestTrace, isShared: Bool) -> RequestTrace.Made {
    trace.begin(isShared: isShared, owner: owner, followedBy: follower)
  }

  func recording<Value>(in trace: RequestTrace, isShared: Bool, _ make: () throws -> Value) rethrows -> Value {
    try trace.recording(isShared: isShared, owner: owner, followedBy: follower) { made in
      let value = try make()
      note(value, as: made)
      return value
    }
  }

  /// Notes the finished value.
  func note<Value>(_ value: Value, as made: RequestTrace.Made) {
    if type(of: value as Any) is AnyClass { made.object = value as AnyObject }
    made.follow(value, note)
  }
}
