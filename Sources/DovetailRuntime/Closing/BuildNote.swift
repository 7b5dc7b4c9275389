// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// The bind or member of a value, for code that knows neither slots nor sites.
package protocol StepSource: AnyObject, Sendable {
  /// The description in errors, made for each call.
  var step: ResolutionError.Step { get }
}

/// The build of one value, as its owner notes it while it runs: so that the closing of the owner can name it, end it and wait for it.
// Inert: it holds a slot or a site, which hold nothing that closes, and a build, whose waiters hold it.
@usableFromInline
package struct BuildNote: Inert {
  let number: Int
  let source: any StepSource
  /// The thread that began the build.
  let thread: ThreadID
  /// The build of the task; `nil` when a thread builds.
  let build: Build?

  /// Who waits where this build waits; see ``Build/node``.
  var node: UInt { build?.node ?? thread.word }

  private static let count = Atomic<UInt>(0)

  /// A place in the wait graph that is unique in the process: odd, so that it is the address of no value.
  fileprivate static func newAddress() -> UInt { count.add(2, ordering: .relaxed).newValue &- 1 }
}

extension BuildNote {
  /// Waits, as a thread, for the end of a build that another thread runs, whatever its outcome.
  ///
  /// - Returns: Whether it has ended; `false` when it waits for this thread.
  func isEnded(for owner: some RecordKeeper) -> Bool {
    let waiter = Waiter(.current)
    do throws(ResolutionError) { try owner.withRecord { record throws(ResolutionError) in try record.join(self, waiter) } } catch
    {
      return false
    }
    _ = try? waiter.park()
    return true
  }
}

extension Build {
  /// Waits for a build that its owner has noted, whatever its outcome. The cancellation of the running task does not end the wait.
  ///
  /// - Throws: A cycle, when that build waits for this task.
  nonisolated(nonsending) static func awaitEnd(of note: BuildNote, in owner: some RecordKeeper) async throws(ResolutionError) {
    let waiter = Waiter(partOf: current)
    do {
      _ = try await waiter.suspend {
        do throws(ResolutionError) {
          try owner.withRecord { record throws(ResolutionError) in try record.join(note, waiter) }
        } catch {
          waiter.wake(.failure(error))
        }
      }
    } catch let error as ResolutionError { throw error } catch {}
  }
}

extension CloseRecord.State {
  /// The builds in progress.
  fileprivate var builds: [BuildNote] { (build.map { [$0] } ?? []) + (rest?.builds ?? []) }
}

// The builds in progress.
extension CloseRecord {
  /// Notes the build of a value. The caller ends it with ``endBuild(_:)``.
  ///
  /// - Parameter build: The build of the running task; `nil` when this thread builds.
  /// - Returns: The number of the note; `nil` when the closing has begun: the value must not be built then.
  package borrowing func beginBuild(_ source: any StepSource, by build: Build? = nil) -> Int? {
    state.withLock { state in
      if isClosed { return nil }
      state.lastBuild += 1
      let note = BuildNote(number: state.lastBuild, source: source, thread: .current, build: build)
      if state.build == nil { state.build = note } else { state.madeRest.builds.append(note) }
      return state.lastBuild
    }
  }

  /// Notes the end of a build, whose value was added if it has to be closed.
  package borrowing func endBuild(_ number: Int) {
    let awaited = state.withLock { state -> UInt? in
      if state.build?.number == number { state.build = nil } else { state.rest?.builds.removeAll { $0.number == number } }
      return state.rest?.awaited.removeValue(forKey: number)
    }
    if let awaited { WaitGraph.end(awaited, with: .success(())) }
  }

  /// The builds in progress.
  var builds: [BuildNote] { state.withLock { $0.builds } }

  /// Joins a build in progress as a waiter; wakes the waiter when it has ended already.
  ///
  /// - Throws: A cycle, when the build waits for the waiter.
  borrowing func join(_ note: BuildNote, _ waiter: Waiter) throws(ResolutionError) {
    let step = note.source.step
    let outcome = state.withLock { state -> Result<Bool, ResolutionError> in
      guard state.builds.contains(where: { $0.number == note.number }) else { return .success(false) }
      let address = state.madeRest.awaited[note.number] ?? BuildNote.newAddress()
      state.madeRest.awaited[note.number] = address
      do throws(ResolutionError) {
        return .success(try WaitGraph.join(address, waiter) { Build(step, standingFor: note.node) })
      } catch { return .failure(error) }
    }
    if try !outcome.get() { waiter.wake(.success(())) }
  }
}
