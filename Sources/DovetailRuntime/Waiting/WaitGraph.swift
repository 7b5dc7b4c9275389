// SPDX-License-Identifier: Apache-2.0

/// The builds for which somebody waits, and who waits for which, in the whole process: a loop may run through several containers, and through threads and
/// tasks.
///
/// A build is found by an address that is unique to its place. Its node is the thread that runs it, or itself when a task does. An edge leads from the node of a
/// waiter, which is a thread or the build that a task is a part of, to the wanted build; a build may wait for several at once, in child tasks. An edge lasts
/// exactly as long as the wait, and both begin and end under the one lock. The wait that closes a loop is refused; or, where another wait of the loop is
/// ``Waiter/isDoubtful``, that one ends instead: the build may not wait for the task that waits there. The edges of code that a build left behind close no
/// loop once it has ended: it is not in the table any more, so nobody waits for it.
package enum WaitGraph {
  fileprivate struct Edge {
    let waiter: Waiter
    let build: Build
  }

  // Inert: a waiter that is dropped is held by the caller, a build by the caller or by its place in the table, and neither holds anything of the program's.
  fileprivate struct State: Inert {
    /// Shape: [address of the place: build].
    var builds: [UInt: Build] = [:]
    /// Shape: [node: waits], several for one build when two child tasks wait for it.
    var edges: [UInt: [Edge]] = [:]
    var arrivals = 0
  }
  private static let state = Lock(State())

  /// Registers a waiter for the build at an address.
  ///
  /// - Parameter begin: The build, if none is known; it is called under the lock.
  /// - Returns: Whether it is registered, and will be woken; `false` when there is no build any more, or the waiter has left.
  /// - Throws: A cycle, when the build waits for the waiter.
  static func join(_ address: UInt, _ waiter: Waiter, orBegin begin: () -> Build?) throws(ResolutionError) -> Bool {
    var ended: [@Sendable () -> Void] = []
    let loop = state.withLock { state -> [Build]? in
      guard !waiter.hasLeft, let build = state.builds[address] ?? begin() else { return nil }
      if let node = waiter.node {
        while let (loop, waits) = state.path(from: build, to: node) {
          let doubtful = waits.filter(\.waiter.isDoubtful).max { $0.waiter.arrival < $1.waiter.arrival }
          guard !waiter.isDoubtful, let doubtful else { return loop }
          ended.append(state.refuse(doubtful, in: loop))
        }
        state.edges[node, default: []].append(Edge(waiter: waiter, build: build))
      }
      state.arrivals += 1
      waiter.arrive(as: state.arrivals)
      build.state.withLock { $0.waiters[state.arrivals] = waiter }
      state.builds[address] = build
      return []
    }
    for tell in ended { tell() }
    guard let loop else { return false }
    if !loop.isEmpty { throw error(for: loop) }
    return true
  }

  /// Ends the wait of one waiter only. When it was the last one, the build's task is cancelled; the build itself decides how it reacts.
  static func leave(_ address: UInt, _ waiter: Waiter) {
    let (isWaiting, abandoned) = state.withLock { state -> (Bool, Task<Void, Never>?) in
      waiter.leave()
      guard let build = state.builds[address], build.state.withLock({ $0.waiters.removeValue(forKey: waiter.arrival) }) != nil
      else { return (false, nil) }
      state.removeEdge(of: waiter, to: build)
      return (true, build.abandonedTask)
    }
    if isWaiting { waiter.wake(.failure(CancellationError())) }
    abandoned?.cancel()
  }

  /// Ends the build at an address, if there is one, and wakes all who wait for it, in the order of their arrival.
  ///
  /// - Parameter open: Opens the place for the next build; it is called under the lock.
  static func end(_ address: UInt, with outcome: Result<any Sendable, any Error>, _ open: () -> Void = {}) {
    let ended = state.withLock { state -> (waiters: [Int: Waiter], isAbandoned: Bool)? in
      open()
      guard let build = state.builds.removeValue(forKey: address) else { return nil }
      let ended = build.state.withLock { build in
        defer { build.waiters = [:] }
        return (build.waiters, build.isAbandoned)
      }
      for waiter in ended.0.values { state.removeEdge(of: waiter, to: build) }
      return ended
    }
    guard let ended else { return }
    var outcome = outcome
    // Whoever joined a build that was abandoned looks again.
    if ended.isAbandoned, case .failure = outcome { outcome = .success(()) }
    for arrival in Array(ended.waiters.keys).inOrder(<) { ended.waiters[arrival]?.wake(outcome) }
  }

  /// Whether the code at a node waits, through any number of builds, for that at another node, or is that.
  static func waits(from node: UInt, to other: UInt?) -> Bool {
    guard let other else { return false }
    return state.withLock { state in
      node == other || state.edges[node, default: []].contains { state.path(from: $0.build, to: other) != nil }
    }
  }

  /// Makes the task that runs a build, and notes it before the task can be found by what it notes itself.
  static func note(_ task: @autoclosure () -> Task<Void, Never>, of build: Build) {
    let abandoned = build.state.withLock { build -> Task<Void, Never>? in
      let task = task()
      build.task = task
      return build.isAbandoned ? task : nil
    }
    abandoned?.cancel()
  }

  /// Whether a thread waits: for tests, which detect the arrival of a second thread by it.
  package static func isWaiting(_ thread: ThreadID) -> Bool { state.withLock { $0.edges[thread.word] != nil } }
}

extension Build {
  /// The task, when nobody asks for the build any more; notes that.
  fileprivate var abandonedTask: Task<Void, Never>? {
    state.withLock { state in
      if !state.waiters.values.contains(where: \.isAsking) { state.isAbandoned = true }
      return state.isAbandoned ? state.task : nil
    }
  }
}

extension WaitGraph.State {
  /// Ends one wait of a loop.
  ///
  /// - Parameter loop: The builds of the loop, each of which waits for the next.
  /// - Returns: Tells the waiter; to be called outside the lock.
  fileprivate mutating func refuse(_ edge: WaitGraph.Edge, in loop: [Build]) -> @Sendable () -> Void {
    removeEdge(of: edge.waiter, to: edge.build)
    edge.waiter.leave()
    _ = edge.build.state.withLock { $0.waiters.removeValue(forKey: edge.waiter.arrival) }
    let first = loop.firstIndex { $0 === edge.build } ?? 0
    let (waiter, builds, abandoned) = (edge.waiter, Array(loop[first...] + loop[..<first]), edge.build.abandonedTask)
    return {
      waiter.wake(.failure(WaitGraph.error(for: builds)))
      abandoned?.cancel()
    }
  }

  fileprivate mutating func removeEdge(of waiter: Waiter, to build: Build) {
    guard let node = waiter.node, var waits = edges.removeValue(forKey: node) else { return }
    waits.removeAll { $0.waiter === waiter && $0.build === build }
    if !waits.isEmpty { edges[node] = waits }
  }

  /// The shortest chain of waits from a build to one of a node, both included; depth does not matter, there is no recursion.
  ///
  /// - Returns: The builds, and the wait that leads to each but the first; `nil` if there is no chain.
  fileprivate func path(from start: Build, to node: UInt) -> (builds: [Build], waits: [WaitGraph.Edge])? {
    var met = [(build: start, wait: nil as WaitGraph.Edge?, from: -1)]
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(start)]
    var next = 0
    while next < met.count {
      if met[next].build.node == node {
        let chain = Array(sequence(first: met[next]) { $0.from < 0 ? nil : met[$0.from] }).reversed()
        return (chain.map(\.build), chain.compactMap(\.wait))
      }
      for wait in edges[met[next].build.node] ?? [] where seen.insert(ObjectIdentifier(wait.build)).inserted {
        met.append((wait.build, wait, next))
      }
      next += 1
    }
    return nil
  }
}

extension WaitGraph {
  fileprivate static func error(for loop: [Build]) -> ResolutionError {
    let (step, isOfThreads) = (loop[0].step, loop[0].thread != nil)
    if isOfThreads, loop.count == 1 { return ResolutionError.reentered(step) }
    // An awaited Lazy is a build, too, of the same name as its value's.
    let names = loop.indices.filter { $0 == 0 || loop[$0].name != loop[$0 - 1].name }.map { loop[$0].name }
    let isClosed = names.count > 1 && names.first == names.last
    let closed = (isClosed ? names : names + names.prefix(1)).joined(separator: " -> ")
    let help =
      if let run = loop.first(where: { !$0.isOfValue }) {
        "let no hook of \(run.name) resolve what waits for that, or resolve it before"
      } else if isOfThreads || step.isMember { step.cycleHelp } else {
        "let one of them take an AsyncProvider or a Lazy of the next, and await it after it is built"
      }
    return ResolutionError(
      .cycle, step.key, "\(loop[0].name) waits for itself across \(isOfThreads ? "threads" : "tasks"): \(closed)", at: step,
      help: help)
  }
}
