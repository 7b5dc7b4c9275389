// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime
internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#endif

/// Knows whether an actor runs the calling code.
///
/// Code that the compiler isolates to an actor leaves a mark on its thread before it builds something, until that has returned. Of the main actor
/// it can be found out without a mark too, at the cost of a task; so that is done only to build what belongs there.
enum ActorWitness {
  /// Points to the actor; `nil` for none. Who set the mark holds the actor.
  private static let mark = ThreadPointer()

  /// Runs a closure on this thread if the actor runs the calling code.
  ///
  /// - Returns: What the closure returns; `nil` when the actor does not run the calling code, or cannot be known to.
  static func here<Result>(_ actor: any Actor, _ body: () throws -> Result) rethrows -> Result? {
    if isMarked(by: actor) { return try body() }
    guard actor === MainActor.shared, runsMainActor else { return nil }
    return try marking(actor, body)
  }

  /// Whether code of the actor waits, further out on this thread, for the running call.
  static func isMarked(by actor: any Actor) -> Bool { mark.value == pointer(to: actor) }

  /// Runs a closure that may build, synchronously and on this thread, what belongs to the actor.
  static func within<Result, Failure: Error>(
    _ actor: isolated any Actor, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result { try marking(actor, body) }

  private static func marking<Result, Failure: Error>(
    _ actor: any Actor, _ body: () throws(Failure) -> Result
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

extension ActorWitness {
  /// The thread that ran a task.
  private final class Runner: Sendable {
    let thread = Atomic<UInt>(0)
  }

  /// Whether the main actor runs the calling code, also where a program has a main executor of its own.
  ///
  /// The run time answers this to no one but tasks that begin at once: such a task of the main actor runs here and now if the main actor does, and
  /// else later on another thread, where it does nothing. Code outside of tasks that a dispatch queue runs is not found on Linux.
  private static var runsMainActor: Bool {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return isMainThread }
    let runner = Runner()
    Task.immediate { @MainActor in runner.thread.store(ThreadID.current.bits, ordering: .relaxed) }
    return runner.thread.load(ordering: .relaxed) == ThreadID.current.bits
  }

  /// Whether this is the main thread, which is where the main actor runs on systems that let no program have a main executor of its own.
  private static var isMainThread: Bool {
    #if canImport(Darwin)
      pthread_main_np() != 0
    #else
      false
    #endif
  }
}
