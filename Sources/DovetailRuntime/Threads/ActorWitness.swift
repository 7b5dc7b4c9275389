// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#endif

/// Tells whether an actor runs the calling code.
///
/// Code that the compiler isolates to an actor leaves a mark on its thread while it builds something. For the main actor there is a second test
/// without a mark, at the cost of a task; it runs only to build an instance of the main actor.
package enum ActorWitness {
  /// Runs a closure on this thread if the actor runs the calling code.
  ///
  /// - Returns: The result of the closure; `nil` when the actor does not run the calling code, or this cannot be found out.
  package static func here<Result>(_ actor: any Actor, _ body: () throws -> Result) rethrows -> Result? {
    // Code of the actor on this thread waits for the running call.
    let thread = ThreadState.current
    if thread.isRun(by: actor) { return try body() }
    guard actor === MainActor.shared, runsMainActor else { return nil }
    return try thread.isolated(to: actor, body)
  }
}

extension ActorWitness {
  /// The thread that ran a task.
  private final class Runner: Sendable {
    let thread = Atomic<UInt>(0)
  }

  /// Whether the main actor runs the calling code, also in a program with its own main executor.
  ///
  /// The run time tells this only to immediate tasks. An immediate task of the main actor runs here and now if the main actor runs the caller;
  /// otherwise it runs later on another thread, where it does nothing. On Linux, code of a dispatch queue outside of tasks is not recognised.
  private static var runsMainActor: Bool {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return isMainThread }
    let runner = Runner()
    Task.immediate { @MainActor in runner.thread.store(ThreadID.current.word, ordering: .relaxed) }
    return runner.thread.load(ordering: .relaxed) == ThreadID.current.word
  }

  /// Whether this is the main thread. The main actor runs there on systems whose programs cannot have their own main executor.
  private static var isMainThread: Bool {
    #if canImport(Darwin)
      pthread_main_np() != 0
    #else
      false
    #endif
  }
}
