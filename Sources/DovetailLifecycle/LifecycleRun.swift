// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

/// Runs steps, each as soon as the steps that it waits for are done: no level waits for the whole level before it.
///
/// One task takes all decisions, so nothing here is locked. The work itself runs in tasks that can be left behind: a hook that does not return is awaited until
/// its deadline and not longer.
struct LifecycleRun {
  typealias Feed = (stream: AsyncStream<Event>, continuation: AsyncStream<Event>.Continuation)

  enum Event: Sendable {
    /// The work of a ticket has returned or thrown.
    case ended(Ticket, (any Error)?)
    /// The work of a ticket has no time left.
    case late(Ticket)
    /// The work of a ticket takes long.
    case slow(Ticket)
    /// The whole run has no time left.
    case expired
    /// The work that still runs after a halt has no time left.
    case spent
    /// A caller ends the run; with its own limits, if they differ.
    case halted(LifecycleError.Reason, LifecycleLimits?)
    /// A caller that stops the container has no time left.
    case abandoned
  }

  /// One piece of work of one step. Only the first end of a ticket counts.
  struct Ticket: Sendable, Hashable {
    let step: Int
    let work: Int
  }

  private struct Running {
    let ticket: Ticket
    let task: Task<Void, Never>
    let alarms: [Task<Void, Never>]
  }

  /// Whether the first failure ends the run, as in a start; a stop goes on after failures.
  private let endsOnFailure: Bool
  private(set) var limits: LifecycleLimits
  private let steps: [LifecycleStep]
  private let events: Feed
  var feed: AsyncStream<Event>.Continuation { events.continuation }
  /// By the clock of the limits.
  private var time: @Sendable () -> Duration
  private let observers: ObserverList?
  private var waits: [Int]
  private var ready: [Int]
  private var running: [Int: Running] = [:]
  private var alarms: [Task<Void, Never>] = []
  private var narrator: LifecycleNarrator?
  /// By step, the last step with work to end among those that it waited for.
  private var releasers: [Int: Int] = [:]

  /// The reason why the run ended early; `nil` when it did not.
  private(set) var reason: LifecycleError.Reason?
  /// The time of that, from the beginning of the run.
  private var haltedAt: Duration?
  /// The steps whose work is done.
  private(set) var done: Set<Int> = []
  /// In the order of the failures.
  private(set) var failures: [LifecycleError.Failure] = []
  /// Those of them that were left behind by the deadline of a stop.
  private(set) var abandoned: [LifecycleError.Failure] = []

  /// - Parameter events: Made before the run, for callers that may end it from then on.
  init(
    _ steps: [LifecycleStep], endsOnFailure: Bool, limits: LifecycleLimits, observers: ObserverList?,
    events: Feed = AsyncStream.makeStream()
  ) {
    self.steps = steps
    self.endsOnFailure = endsOnFailure
    self.limits = limits
    self.observers = observers
    time = limits.stopwatch
    self.events = events
    waits = steps.map(\.waits)
    // The first one is taken from the end.
    ready = steps.indices.reversed().filter { steps[$0].waits == 0 }
  }

  /// The spent part of the rollback's limit.
  var spent: Duration { haltedAt.map { time() - $0 } ?? .zero }

  /// Runs until all steps are done, or all that can be.
  mutating func perform() async {
    if let total = limits.total { alarms.append(alarm(total, .expired)) }
    narrator = LifecycleNarrator(observers, isStart: endsOnFailure)
    var iterator = events.stream.makeAsyncIterator()
    begin()
    while !running.isEmpty, let event = await iterator.next() {
      handle(event)
      begin()
    }
    for alarm in alarms { alarm.cancel() }
    feed.finish()
    narrator?.ended(reason, failures)
  }

  private mutating func handle(_ event: Event) {
    switch event {
    case .ended(let ticket, let error):
      guard end(ticket) else { return }
      if let error { fail(ticket.step, error) }
      if error == nil || !endsOnFailure { proceed(after: ticket) }
    case .late(let ticket):
      guard end(ticket) else { return }
      note(nil, in: ticket.step)
      if endsOnFailure { halt(.late) } else { proceed(after: ticket) }
    case .slow(let ticket):
      guard running[ticket.step]?.ticket == ticket else { return }
      narrator?.unfinished(ticket.step, steps[ticket.step].subject, after: LifecycleLimits.patience)
    // The deadline of a start ends with its halt.
    case .expired: if haltedAt == nil { expire() }
    // The limit of the rollback does not count for a stop, which has its own time.
    case .spent: if limits.rollback != nil { expire() }
    case .abandoned:
      let known = failures.count
      expire()
      abandoned += failures.dropFirst(known)
    case .halted(let reason, let limits):
      // A stop has its own time, by its own clock, also after the start has failed.
      if let limits { (self.limits, haltedAt, time) = (limits, nil, limits.stopwatch) }
      halt(reason)
    }
  }

  private mutating func begin() {
    while haltedAt == nil, let step = ready.popLast() { launch(Ticket(step: step, work: 0)) }
  }

  /// Begins a piece of work; when the step has none left, releases the steps that wait for it.
  private mutating func launch(_ ticket: Ticket) {
    guard ticket.work < steps[ticket.step].work.count else { return pass(ticket.step) }
    let (subject, releaser) = (steps[ticket.step].subject, releasers[ticket.step])
    if ticket.work == 0 { narrator?.began(ticket.step, subject, after: releaser) }
    let work = steps[ticket.step].work[ticket.work]
    let task = Task { [feed] in
      do {
        try await work.run()
        feed.yield(.ended(ticket, nil))
      } catch { feed.yield(.ended(ticket, error)) }
    }
    var alarms = (work.limit ?? limits.each).map { [alarm($0, .late(ticket))] } ?? []
    if narrator != nil { alarms.append(alarm(LifecycleLimits.patience, .slow(ticket))) }
    running[ticket.step] = Running(ticket: ticket, task: task, alarms: alarms)
  }

  private mutating func proceed(after ticket: Ticket) {
    let next = Ticket(step: ticket.step, work: ticket.work + 1)
    // A step that was halted half-way is not done, unless it has no work left.
    if haltedAt == nil || next.work == steps[next.step].work.count { launch(next) }
  }

  private mutating func pass(_ step: Int) {
    done.insert(step)
    let releaser = steps[step].work.isEmpty ? releasers[step] : step
    if releaser == step { narrator?.ended(step, steps[step].subject) }
    for follower in steps[step].followers {
      waits[follower] -= 1
      guard waits[follower] == 0 else { continue }
      releasers[follower] = releaser
      ready.append(follower)
    }
  }

  /// Removes a running piece of work, and cancels its task and its alarm.
  private mutating func end(_ ticket: Ticket) -> Bool {
    guard let ended = running[ticket.step], ended.ticket == ticket else { return false }
    running[ticket.step] = nil
    ended.task.cancel()
    for alarm in ended.alarms { alarm.cancel() }
    return true
  }

  private mutating func fail(_ step: Int, _ error: any Error) {
    // A cancellation after the halt is not a failure.
    if haltedAt != nil, error is CancellationError { return }
    note(error, in: step)
    if endsOnFailure { halt(.failed) }
  }

  /// Notes that a step failed; without an error it is left behind.
  private mutating func note(_ error: (any Error)?, in step: Int) {
    let subject = steps[step].subject
    let failure = LifecycleError.Failure(subject, in: step, error: error)
    failures.append(failure)
    narrator?.failed(step, failure, subject)
  }

  /// Begins no more work and cancels the running work, which has the limit of the rollback to end by itself.
  private mutating func halt(_ reason: LifecycleError.Reason) {
    guard haltedAt == nil else { return }
    haltedAt = time()
    self.reason = self.reason ?? reason
    for running in running.values { running.task.cancel() }
    if let rollback = limits.rollback, !running.isEmpty { alarms.append(alarm(rollback, .spent)) }
  }

  /// Ends the run at its limit: running work is left behind.
  private mutating func expire() {
    reason = reason ?? .expired
    if endsOnFailure, haltedAt == nil { haltedAt = time() }
    for step in running.keys.sorted() {
      guard let ticket = running[step]?.ticket, end(ticket) else { continue }
      leave(ticket)
    }
    guard !endsOnFailure else { return }
    while let step = ready.popLast() {
      if steps[step].work.isEmpty { pass(step) } else { leave(Ticket(step: step, work: -1)) }
    }
  }

  /// Leaves a step behind. When no work may be skipped, its remaining work is still begun, but not awaited.
  private mutating func leave(_ ticket: Ticket) {
    note(nil, in: ticket.step)
    guard !endsOnFailure else { return }
    let rest = steps[ticket.step].work.dropFirst(ticket.work + 1)
    if !rest.isEmpty { Task { for work in rest { try? await work.run() } } }
    pass(ticket.step)
  }

  private func alarm(_ duration: Duration, _ event: Event) -> Task<Void, Never> {
    Task { [feed, clock = limits.clock] in
      do { try await LifecycleLimits.sleep(duration, on: clock) } catch { return }
      feed.yield(event)
    }
  }
}
