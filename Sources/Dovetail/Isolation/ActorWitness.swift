// SPDX-License-Identifier: Apache-2.0

/// Knows on which actor the running code was called, synchronously, by code that said so.
///
/// Which actor a thread serves cannot be asked on every platform. So the calls that an actor's code makes to build something synchronously are
/// isolated to it by the compiler, and leave a mark on their thread until they return.
enum ActorWitness {
  /// Points to the actor; `nil` for none. Who set the mark holds the actor.
  private static let mark = ThreadPointer()

  /// Whether code of the actor, further out on this thread, waits for the running call.
  static func isHere(_ actor: any Actor) -> Bool { mark.value == pointer(to: actor) }

  /// Runs a closure that may build, synchronously and on this thread, what belongs to the actor.
  static func within<Result, Failure: Error>(
    _ actor: isolated any Actor, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = mark.value
    mark.value = pointer(to: actor)
    defer { mark.value = outer }
    return try body()
  }

  /// The actor as graphs and errors name it.
  ///
  /// Two actors of one type are named alike, so that a need of one for what belongs to the other passes the check; the request fails then.
  static func name(of actor: any Actor) -> String { "\(TypeName(type(of: actor)))" }

  private static func pointer(to actor: any Actor) -> UnsafeMutableRawPointer {
    Unmanaged.passUnretained(actor as AnyObject).toOpaque()
  }
}
