// SPDX-License-Identifier: Apache-2.0

/// The actor that keeps the values of one request, and runs the code that makes it.
///
/// A value that is not Sendable and belongs to an actor is for such requests only. Two kinds of code make them: code whose isolation the compiler
/// passes on with the request, so that the result stays in it, and the factories of the actor with their needs. To run on the actor is not
/// enough: code of no actor may be called there, and may send the value elsewhere. So a claim is for one request, and not for those inside it.
package enum ActorClaim {
  /// Whether an actor keeps the value of the innermost request.
  static func holds(for actor: any Actor) -> Bool { ThreadState.current.keeps(actor) }

  /// Makes a request whose value stays on the actor, if there is one.
  package static func request<Value>(
    on actor: isolated (any Actor)?, _ body: () throws(ResolutionError) -> Value
  ) throws(ResolutionError) -> Value {
    guard let actor else { return try body() }
    let thread = ThreadState.current
    return try thread.isolated(to: actor, keeping: thread.outerRequests + 1, body)
  }

  /// Makes what the innermost request needs, by code of the actor, if there is one. The actor runs the calling code.
  static func needs<Value>(of actor: (any Actor)?, _ body: () throws -> Value) rethrows -> Value {
    guard let actor else { return try body() }
    let thread = ThreadState.current
    return try thread.isolated(to: actor, keeping: thread.outerRequests, body)
  }

  /// Makes a request that answers the innermost one in its place. Where an actor keeps the value of that one, it keeps this one, too.
  static func redirected<Value>(for actor: (any Actor)?, _ body: () throws -> Value) rethrows -> Value {
    let thread = ThreadState.current
    guard let actor, thread.keeps(actor) else { return try body() }
    return try thread.isolated(to: actor, keeping: thread.outerRequests + 1, body)
  }
}
