// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// One build of a shared value, by a thread or by a task of its own, for which others wait. A closing, a start and a stop are builds, too: others wait for their
/// end, and they wait for what their hooks wait for.
///
/// It holds neither the value nor an error: code that it left behind may hold it for long.
package final class Build: Sendable {
  /// The build that the running code is a part of, if a task builds. Child tasks inherit it, and so does an unstructured `Task`: it is unknown whether the
  /// build waits for that one, see ``Waiter/isDoubtful``. A detached task belongs to no build.
  @TaskLocal package static var current: Build?

  /// What runs, for errors.
  private let subject: Subject
  /// The thread that builds; `nil` when a task does.
  let thread: ThreadID?

  /// What changes, under the lock of the wait graph.
  // Inert: who waits holds its waiter, and a task is held by the system while it runs.
  struct State: Inert {
    /// Shape: [number of the arrival: waiter].
    var waiters: [Int: Waiter] = [:]
    var task: Task<Void, Never>?
    /// Whether all who waited had left once, so that the task is cancelled. Its failure is not told to those who came later.
    var isAbandoned = false
    /// Whether a start or a stop has ended.
    var isOver = false
  }

  let state = Lock(State())

  /// Identifies the task that runs the build, while it runs.
  private let runner = Atomic<Int>(0)
  /// The node of another build, for which this one stands.
  private let standIn: UInt?

  /// - Parameters:
  ///   - thread: The thread that builds or closes; `nil` when tasks do.
  ///   - node: Where a build waits that its owner has noted, for those who wait for its end by the note; `nil` for any other.
  init(_ subject: Subject, by thread: ThreadID? = nil, standingFor node: UInt? = nil) {
    (self.subject, self.thread, standIn) = (subject, thread, node)
  }

  /// Who waits where this build waits: its thread, which may have several builds, or the build itself.
  var node: UInt { standIn ?? thread?.word ?? address }

  /// Unique to the build as long as somebody holds it.
  var address: UInt { UInt(bitPattern: ObjectIdentifier(self)) }

  /// Whether the build waits for what the running code awaits: that is of the task that runs it. The hooks of a closing run in several tasks.
  var isRunByThisTask: Bool {
    guard case .value = subject else { return true }
    return runner.load(ordering: .relaxed) == TaskID.current
  }

  /// Whether it waits for the running code, or for what that is a part of.
  package var waitsForThisCode: Bool {
    WaitGraph.waits(from: node, to: Build.current?.node) || WaitGraph.waits(from: node, to: ThreadID.current.word)
  }

  /// Notes that the running task runs the build.
  func begin() { runner.store(TaskID.current, ordering: .relaxed) }
}

// What is built or run, in errors.
extension Build {
  enum Subject: Sendable {
    /// A bind or member being built.
    case value(ResolutionError.Step)
    case closing(CloseOwner)
    /// A start or a stop, in words.
    case run(String)
  }

  /// The bind or member being built; what stands for one when it is a closing, a start or a stop.
  var step: ResolutionError.Step {
    if case .value(let step) = subject { return step }
    return .unbound(name)
  }

  var isOfValue: Bool { if case .value = subject { true } else { false } }

  var name: String {
    switch subject {
    case .value(let step): step.key.quoted
    case .closing(let owner): "the closing of \(owner)"
    case .run(let name): name
    }
  }
}

// Starts and stops, which other modules run.
extension Build {
  /// A start or a stop that begins.
  ///
  /// - Parameter name: What it is called in errors.
  package convenience init(running name: String) { self.init(.run(name)) }

  /// Runs the hooks: what they wait for, the start or the stop waits for. Then it ends.
  package func run<Result: Sendable>(_ body: () async -> Result) async -> Result {
    let result = await Build.$current.withValue(self) { await body() }
    WaitGraph.end(node, with: .success(())) { state.withLock { $0.isOver = true } }
    return result
  }

  /// Waits for the end. The cancellation of the running task does not end the wait.
  ///
  /// - Returns: Whether it has ended; `false` when it waits for this code.
  package func awaitEnd() async -> Bool {
    await Waiter(partOf: Build.current).waits { waiter throws(ResolutionError) in
      try WaitGraph.join(node, waiter) { state.withLock { $0.isOver } ? nil : self }
    }
  }
}

/// The builds that tasks run, for tasks that wait without blocking a thread.
///
/// A build runs in a separate task, with the priority and the task-locals of the first task that asks. A cancelled waiter leaves alone; when the last one has
/// left, the build is cancelled. Failures and cancellations are not kept.
extension Build {
  /// Returns the value that `ready` finds; builds it first when there is none.
  ///
  /// - Parameters:
  ///   - address: An address that is unique to the place of the value; `build` holds the place.
  ///   - step: The bind or member being built, for errors.
  ///   - isDeclared: Whether the value is a need that the bind of the running build declares.
  ///   - ready: Looks the value up.
  ///   - build: Makes the value and publishes it for `ready`, unless it is ready: another build may have ended since the last look. Returns what holds the value
  ///     until the waiting tasks have found it.
  /// - Throws: ``ResolutionError`` with the build's error, or with code `.cycle` when the requested build waits for the build that this task is a part of;
  ///   `CancellationError` when this task is cancelled.
  package static func value<Value>(
    at address: UInt, of step: ResolutionError.Step, isDeclared: Bool = false, ready: () -> Value?,
    build: @escaping @Sendable () async throws -> any Sendable
  ) async throws -> Value {
    while true {
      let held = try await wait(address, step, isDeclared, build)
      if let value = withExtendedLifetime(held, ready) { return value }
    }
  }

  /// Waits for the end of the build at an address, if there is one, and does not ask for its value. The cancellation of the running task does not end the wait.
  static func awaitEnd(at address: UInt) async {
    _ = await Waiter(partOf: current, isAsking: false).waits { waiter throws(ResolutionError) in
      try WaitGraph.join(address, waiter) { nil }
    }
  }

  private static func wait(
    _ address: UInt, _ step: ResolutionError.Step, _ isDeclared: Bool,
    _ build: @escaping @Sendable () async throws -> any Sendable
  ) async throws -> any Sendable {
    let waiter = Waiter(partOf: current, isDeclared: isDeclared)
    return try await withTaskCancellationHandler {
      try await waiter.suspend {
        var first: Build?
        do throws(ResolutionError) {
          let joins = try WaitGraph.join(address, waiter) {
            first = Build(.value(step))
            return first
          }
          if !joins { waiter.wake(.failure(CancellationError())) }
        } catch { waiter.wake(.failure(error)) }
        first?.start(address, build)
      }
    } onCancel: {
      WaitGraph.leave(address, waiter)
    }
  }

  private func start(_ address: UInt, _ build: @escaping @Sendable () async throws -> any Sendable) {
    WaitGraph.note(
      Task {
        begin()
        await Build.$current.withValue(self) {
          let outcome: Result<any Sendable, any Error>
          do { outcome = .success(try await build()) } catch {
            outcome = .failure(error as? ResolutionError ?? ResolutionError(error, through: step))
          }
          WaitGraph.end(address, with: outcome)
        }
      }, of: self)
  }
}
