// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Asynchronous code on the calling thread: jobs for the pool of threads wait in a list instead, which this thread works off. Tools that count
/// instructions then count the same in every run.
enum OneThread {
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  // SAFETY: while the hook is set no job gets to another thread, so that only the thread of `run` is there.
  nonisolated(unsafe) private static var waiting: [UnownedJob] = []

  /// Runs code, and every task that it starts, to its end.
  ///
  /// - Throws: What the code throws, or ``Missing`` when it waits for something that is no task, or the run time has no hook.
  static func run(_ body: @escaping @Sendable () async throws -> Void) throws {
    guard let hook = dlsym(dlopen(nil, RTLD_NOW), "swift_task_enqueueGlobal_hook") else { throw Missing() }
    let place = hook.assumingMemoryBound(to: Hook?.self)
    place.pointee = { job, _ in OneThread.waiting.append(job) }
    defer { place.pointee = nil }
    let result = Mutex<Result<Void, any Error>>(.failure(Missing()))
    Task.detached {
      do {
        try await body()
        result.withLock { $0 = .success(()) }
      } catch { result.withLock { $0 = .failure(error) } }
    }
    // SAFETY: two words of zero are the executor of what belongs to no actor, as the run time's `SerialExecutorRef::generic()`.
    let pool = unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)
    while let job = waiting.popLast() { job.runSynchronously(on: pool) }
    try result.withLock { $0 }.get()
  }

  struct Missing: Error {}
}
