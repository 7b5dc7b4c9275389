// SPDX-License-Identifier: Apache-2.0
// A program whose main actor runs on a thread of its own. `Scripts/isolation-matrix.sh` builds and runs it.
@_spi(ExperimentalCustomExecutors) import _Concurrency
import Dovetail
import Foundation
import Synchronization

final class OwnThread: MainExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let isStopped = Atomic<Bool>(false)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  func run() throws {
    let thread = Thread { [self] in
      while !isStopped.load(ordering: .acquiring) {
        let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        if let job { job.runSynchronously(on: asUnownedSerialExecutor()) } else { sched_yield() }
      }
    }
    thread.start()
    while !thread.isFinished { sched_yield() }
  }

  func stop() { isStopped.store(true, ordering: .releasing) }
}

struct DefaultExecutorFactory: ExecutorFactory {
  static let mainExecutor: any MainExecutor = OwnThread()
  static var defaultExecutor: any TaskExecutor { PlatformExecutorFactory.defaultExecutor }
}

final class Client {}  // not Sendable

@MainActor final class Model {
  let client: Client
  init(client: Client) { self.client = client }
}

struct AppModule: Module {
  var bindings: Bindings {
    Bind(Model.init)
    Bind(Client.init).in(.singleton, on: MainActor.self)
  }
}

@MainActor func byIsolatedCode(_ container: Container) throws -> Bool {
  let client = try container.resolve(Client.self)
  return try container.resolve(Model.self).client === client && !Thread.isMainThread
}

func byCodeOfNoActor(_ container: Container) -> String {
  do { return "made \(try container.resolve(Model.self))" } catch { return "\(error.code)" }
}

func onPlainThread(_ body: @escaping @Sendable () -> String) async -> String {
  await withCheckedContinuation { result in Thread { result.resume(returning: body()) }.start() }
}

@main struct App {
  static func main() async throws {
    await Task.yield()
    let container = try Container(AppModule())
    print("isolated code:", try byIsolatedCode(container))
    print("code of no actor, on the actor:", byCodeOfNoActor(container))
    print("a task elsewhere:", await Task.detached { byCodeOfNoActor(container) }.value)
    print("a thread without tasks:", await onPlainThread { byCodeOfNoActor(container) })
    print("awaited:", try await Task.detached { try await container.resolve(Model.self) }.value)
    try await container.close()
  }
}
