// SPDX-License-Identifier: Apache-2.0

/// The actor that keeps the values of one request, and runs the code that makes it.
///
/// A value that is not Sendable and belongs to an actor is for such requests only. Two kinds of code make them: code whose isolation the compiler
/// passes on with the request, so that the result stays in it, and the factories of the actor with their needs. To run on the actor is not
/// enough: code of no actor may be called there, and may send the value elsewhere. So a claim is for one request, and not for those inside it.
package enum ActorClaim {
  /// Whether an actor keeps the value of the innermost request.
  package static func holds(for actor: any Actor) -> Bool {
    let frames = FrameStack.current
    let claim = frames.thread.pointee.claim
    guard let claimed = claim.actor, claim.place == place(of: frames) else { return false }
    return claimed == ActorWitness.address(of: actor)
  }

  /// Makes a request whose value stays on the actor, if there is one.
  package static func request<Value>(
    on actor: isolated (any Actor)?, _ body: () throws(ResolutionError) -> Value
  ) throws(ResolutionError) -> Value {
    guard let claimed = actor else { return try body() }
    return try ActorWitness.marking(claimed) { () throws(ResolutionError) -> Value in
      try claiming(claimed, FrameStack.current.innermost.map { Address($0) }, body)
    }
  }

  /// Makes what the innermost request needs, by code of the actor, if there is one. The actor runs the calling code.
  package static func needs<Value>(of actor: (any Actor)?, _ body: () throws -> Value) rethrows -> Value {
    guard let actor else { return try body() }
    return try claiming(actor, place(of: .current), body)
  }

  /// The request in whose factory the innermost one runs, if there is one; the thread, when there are no requests.
  private static func place(of frames: FrameStack) -> Address? {
    guard let request = frames.innermost else { return Address(frames.thread) }
    return request.pointee.outer.map { Address($0) }
  }

  private static func claiming<Value, Failure: Error>(
    _ actor: any Actor, _ place: Address?, _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    // The caller holds the actor.
    let thread = ThreadBlock.current
    let before = thread.pointee.claim
    thread.pointee.claim = (ActorWitness.address(of: actor), place)
    defer { thread.pointee.claim = before }
    return try body()
  }
}
