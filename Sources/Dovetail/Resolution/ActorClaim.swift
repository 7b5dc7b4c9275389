// SPDX-License-Identifier: Apache-2.0

/// The actor that keeps the values of one request, and runs the code that makes it.
///
/// A value that is not Sendable and belongs to an actor is for such requests only. Two kinds of code make them: code whose isolation the compiler
/// passes on with the request, so that the result stays in it, and the factories of the actor with their needs. To run on the actor is not
/// enough: code of no actor may be called there, and may send the value elsewhere. So a claim is for one request, and not for those inside it.
struct ActorClaim {
  /// Points to the actor; `nil` for none. The code that made the claim holds the actor.
  private var actor: UnsafeMutableRawPointer?
  /// The number of requests on the thread while the values are made.
  private var depth = 0

  /// Whether an actor keeps the value of the innermost request.
  static func holds(for actor: any Actor) -> Bool {
    let frames = FrameStack.current
    guard let claimed = frames.claim.actor, frames.claim.depth == frames.count else { return false }
    return claimed == ActorWitness.pointer(to: actor)
  }

  /// Makes a request whose value stays on the actor, if there is one.
  static func request<Value>(
    on actor: isolated (any Actor)?, _ body: () throws(ResolutionError) -> Value
  ) throws(ResolutionError) -> Value {
    guard let claimed = actor else { return try body() }
    return try ActorWitness.within(actor) { () throws(ResolutionError) -> Value in
      try claiming(claimed, depth: FrameStack.current.count + 1, body)
    }
  }

  /// Makes what the innermost request needs, by code of the actor, if there is one. The actor runs the calling code.
  static func needs<Value>(of actor: (any Actor)?, _ body: () throws -> Value) rethrows -> Value {
    guard let actor else { return try body() }
    return try claiming(actor, depth: FrameStack.current.count, body)
  }

  private static func claiming<Value, Failure: Error>(
    _ actor: any Actor, depth: Int, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let frames = FrameStack.current
    let outer = frames.claim
    frames.claim = ActorClaim(actor: ActorWitness.pointer(to: actor), depth: depth)
    defer { frames.claim = outer }
    return try body()
  }
}
