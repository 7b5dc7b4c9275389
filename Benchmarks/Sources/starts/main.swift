// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailLifecycle

// starts [quick]: how long containers take to start whose parts are made asynchronously, and to give up.

struct Wrong: Error, CustomStringConvertible {
  let description: String
}

func milliseconds(_ duration: Duration) -> Double { duration / .milliseconds(1) }

/// The median of several runs.
func median(of runs: Int, _ run: () async throws -> Double) async throws -> Double {
  var values: [Double] = []
  for _ in 0..<runs { values.append(try await run()) }
  return values.sorted()[runs / 2]
}

func printed(_ name: String, _ value: Double, _ unit: String) {
  print("value \(name) \((value * 1000).rounded() / 1000) \(unit)")
}

/// How many times the critical path a start takes. The path is made of what the parts really took: a sleep of 10 ms takes a bit more.
func start(_ levels: Int, _ places: Int) async throws -> Double {
  let grid = Grid(levels: levels, places: places, work: Work())
  let container = try Container(grid)
  let took = try await ContinuousClock().measure { try await container.start() }
  guard grid.work.done.started == levels * places else { throw Wrong(description: "\(grid.work.done.started) parts were made") }
  return took / grid.criticalPath()
}

/// How many milliseconds pass between the failure of a part in a level, with a whole level beside it, and the end of the start, when all
/// that was up is down again.
func failure(_ levels: Int, _ places: Int, at level: Int) async throws -> Double {
  let grid = Grid(levels: levels, places: places, work: Work(failing: (level, 0)))
  let container = try Container(grid)
  do {
    try await container.start()
  } catch {
    let (ended, done) = (ContinuousClock.now, grid.work.done)
    guard let failed = done.failed, done.stopped >= level * places, done.stopped <= done.started else {
      throw Wrong(description: "\(done.started) parts were made and \(done.stopped) stopped")
    }
    return milliseconds(ended - failed)
  }
  throw Wrong(description: "a start did not fail")
}

/// How many milliseconds pass between the cancellation of a start and its end.
func cancellation(_ levels: Int, _ places: Int) async throws -> Double {
  let grid = Grid(levels: levels, places: places, work: Work())
  let container = try Container(grid)
  let task = Task { try await container.start() }
  try await Task.sleep(for: Work.time * levels / 2)
  let cancelled = ContinuousClock.now
  task.cancel()
  if case .success = await task.result { throw Wrong(description: "a start that was cancelled went on") }
  let (ended, done) = (ContinuousClock.now, grid.work.done)
  guard done.stopped <= done.started, done.stopped > 0 else {
    throw Wrong(description: "\(done.started) parts were made and \(done.stopped) stopped")
  }
  return milliseconds(ended - cancelled)
}

let isQuick = CommandLine.arguments.contains("quick")
let runs = isQuick ? 3 : 9
_ = try await start(10, 20)
for (levels, places) in isQuick ? [(10, 20)] : [(1, 100), (10, 20), (20, 10)] {
  printed("asyncstart.\(levels)x\(places)", try await median(of: runs) { try await start(levels, places) }, "ratio")
}
for level in isQuick ? [5] : [0, 5, 9] {
  printed("asyncstart.failure.level-\(level)", try await median(of: runs) { try await failure(10, 20, at: level) }, "ms")
}
printed("asyncstart.cancellation", try await median(of: runs) { try await cancellation(10, 20) }, "ms")
