// SPDX-License-Identifier: Apache-2.0

/// The build of one value, as its owner notes it while it runs: so that the closing of the owner can name it, end it and wait for it.
// Inert: it holds a slot or a site, which hold nothing that closes, and a build, whose waiters hold it.
struct BuildNote: Inert {
  let number: Int
  let source: any StepSource
  /// The thread that began the build.
  let thread: ThreadID
  /// The build of the task; `nil` when a thread builds.
  let build: Build?
  /// Stands for it in the wait graph, once a closing waits for it.
  var standIn: Build?

  /// Who waits where this build waits; see ``Build/node``.
  var node: UInt { build?.node ?? thread.word }
}

// The builds in progress.
extension Lifetime {
  /// Notes the build of a value. The caller ends it with ``endBuild(_:)``.
  ///
  /// - Parameter build: The build of the running task; `nil` when this thread builds.
  /// - Returns: The number of the note; `nil` when the closing has begun: the value must not be built then.
  package func beginBuild(_ source: any StepSource, by build: Build? = nil) -> Int? {
    state.withLock { state in
      if isClosed { return nil }
      state.lastBuild += 1
      state.builds.append(BuildNote(number: state.lastBuild, source: source, thread: .current, build: build))
      return state.lastBuild
    }
  }

  /// Notes the end of a build, whose value was added if it has to be closed.
  package func endBuild(_ number: Int) {
    let standIn = state.withLock { state -> Build? in
      // Nearly always the newest.
      state.builds.lastIndex { $0.number == number }.flatMap { state.builds.remove(at: $0).standIn }
    }
    if let standIn { WaitGraph.end(standIn.address, with: .success(())) }
  }

  /// Notes the making of a value that is not shared, by this thread. What is made inside of it for the same owner needs no note.
  ///
  /// - Returns: The number for ``endMaking(_:)``; `nil` when the closing has begun.
  package func beginMaking(_ source: any StepSource) -> Int? {
    let thread = ThreadState.current
    if thread.making == ObjectIdentifier(self) { return 0 }
    guard let number = beginBuild(source) else { return nil }
    thread.note(making: ObjectIdentifier(self))
    return number
  }

  package func endMaking(_ number: Int) {
    if number == 0 { return }
    ThreadState.current.note(making: nil)
    endBuild(number)
  }

  /// The builds in progress.
  var builds: [BuildNote] { state.withLock { $0.builds } }

  /// Whether the running code is part of a build in progress: of one that this thread began, or of one whose source it belongs to.
  package func isBuilding(here isAround: (any StepSource) -> Bool) -> Bool {
    builds.contains { $0.build == nil && $0.thread == .current || isAround($0.source) }
  }

  /// Whether the closing waits for the running code: for a hook, or for a build.
  package var isClosingHere: Bool { progress == .own }

  /// Runs the build of a value by a task, which the closing ends and waits for. A value that is made meanwhile closes with the owner, and is not handed out.
  package nonisolated(nonsending) func building<Value>(
    _ source: any StepSource, of owner: CloseOwner, _ make: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    func closed(_ cause: (any Error)? = nil) -> ResolutionError {
      .closed(owner.description, source.step.key, underlying: cause)
    }
    guard let note = beginBuild(source, by: Build.current) else { throw closed() }
    defer { endBuild(note) }
    let value: Value
    do { value = try await make() } catch {
      // The closing has cancelled it, whatever its factory calls that.
      if isClosed, (error as? ResolutionError)?.code ?? .failed == .failed { throw closed(error) }
      throw error
    }
    if isClosed { throw closed() }
    return value
  }

  /// Makes a value that is not shared, by the running task: the closing waits for that, and does not end it.
  package nonisolated(nonsending) func making<Value>(
    _ source: any StepSource, of owner: CloseOwner, _ make: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    let outer = Build.current
    let build = Build(.value(source.step), standingFor: outer?.node)
    guard let note = beginBuild(source, by: build) else { throw ResolutionError.closed(owner.description, source.step.key) }
    defer { endBuild(note) }
    build.begin()
    return try await Build.$current.withValue(outer ?? build) { try await make() }
  }

  /// - Returns: Whether the waiter will be woken; `false` when the build has ended already.
  /// - Throws: A cycle, when the build waits for the waiter.
  private func join(_ note: BuildNote, _ waiter: Waiter) throws(ResolutionError) -> Bool {
    let step = note.source.step
    return try state.withLock { state throws(ResolutionError) -> Bool in
      guard let index = state.builds.firstIndex(where: { $0.number == note.number }) else { return false }
      let standIn = state.builds[index].standIn ?? Build(.value(step), standingFor: note.node)
      state.builds[index].standIn = standIn
      return try WaitGraph.join(standIn.address, waiter) { standIn }
    }
  }

  /// Waits, as a thread, for the end of a build that another thread runs, whatever its outcome.
  ///
  /// - Returns: Whether it has ended; `false` when it waits for this thread.
  func isEnded(_ build: BuildNote) -> Bool {
    Waiter(.current).parks { waiter throws(ResolutionError) in try join(build, waiter) }
  }

  /// Waits for a build, whatever its outcome; not at all when it waits for this task. The cancellation of the running task does not end the wait.
  nonisolated(nonsending) func awaitEnd(of note: BuildNote) async {
    _ = await Waiter(partOf: Build.current).waits { waiter throws(ResolutionError) in try join(note, waiter) }
  }
}
