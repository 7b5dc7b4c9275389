// SPDX-License-Identifier: Apache-2.0
import GRDB
import Synchronization

/// What one request, or one job of the kitchen, does with the database: all of it is kept, or nothing.
///
/// It begins with the first statement that writes. From then on it has the writer for itself and sees what it wrote; before that it reads
/// what is committed, beside everybody else. It takes one statement after the other.
final class Transaction: Sendable {
  private enum Phase {
    case reading, beginning, writing
  }

  private struct State {
    var phase = Phase.reading
    var isApproved = false
    var onCommit: [@Sendable () -> Void] = []
  }

  private let store: Store
  private let state = Mutex(State())

  init(store: Store) { self.store = store }

  /// Whether something was written that is not committed.
  var hasWritten: Bool { state.withLock { $0.phase == .writing } }

  /// Reads.
  ///
  /// - Throws: ``StorageError``.
  func read<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    guard hasWritten else { return try await store.read(body) }
    return try await StorageError.translating { try await store.writer.writeWithoutTransaction(body) }
  }

  /// Writes, and begins the transaction if that has not been done.
  ///
  /// - Throws: ``StorageError``. What was written before stands, until ``commit()`` or ``close()``.
  func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    try await StorageError.translating {
      try await begin()
      return try await store.writer.writeWithoutTransaction(body)
    }
  }

  /// Does something as soon as what was written is committed, and never when it is not.
  func afterCommit(_ action: @escaping @Sendable () -> Void) { state.withLock { $0.onCommit.append(action) } }

  /// Says that what was written is to be kept when the transaction closes.
  func approve() { state.withLock { $0.isApproved = true } }

  /// Keeps what was written: when this returns, it survives the end of the process. What is written later begins anew.
  ///
  /// It does not stop halfway when its task is cancelled.
  ///
  /// - Throws: ``StorageError``; then nothing is kept.
  func commit() async throws {
    guard hasWritten else { return }
    do { try await onWriter { try $0.commit() } } catch {
      await rollBack()
      throw error
    }
    for action in finish() { action() }
  }

  /// Ends the transaction: commits it when it was approved, takes everything back otherwise, and lets the next one write.
  ///
  /// - Throws: ``StorageError``, when it was approved and could not be committed.
  func close() async throws {
    if state.withLock({ $0.isApproved }) { try await commit() } else { await rollBack() }
  }

  private func rollBack() async {
    guard hasWritten else { return }
    // SQLite has rolled back by itself when the disk is full.
    try? await onWriter { if $0.isInsideTransaction { try $0.rollback() } }
    _ = finish()
  }

  private func begin() async throws {
    let phase = state.withLock { state in
      defer { if state.phase == .reading { state.phase = .beginning } }
      return state.phase
    }
    if phase == .writing { return }
    if phase == .beginning { throw StorageError.twoStatementsAtOnce }
    do {
      try await enter()
    } catch {
      state.withLock { $0.phase = .reading }
      throw error
    }
    state.withLock { $0.phase = .writing }
  }

  private func enter() async throws {
    let asked = ContinuousClock.now
    try await store.turnstile.enter()
    do {
      // Who has waited this long behind others that found the database locked does not wait as long again.
      if asked.duration(to: .now) > .milliseconds(store.settings.busyMilliseconds) { throw StorageError.locked }
      try await store.writer.writeWithoutTransaction { try $0.beginTransaction(.immediate) }
    } catch {
      store.turnstile.leave()
      throw error
    }
  }

  /// Runs something on the writer, whether the task is cancelled or not.
  private func onWriter(_ body: @escaping @Sendable (Database) throws -> Void) async throws {
    try await StorageError.translating {
      try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
        store.writer.asyncWriteWithoutTransaction { database in done.resume(with: Result { try body(database) }) }
      }
    }
  }

  private func finish() -> [@Sendable () -> Void] {
    let actions = state.withLock { state in
      defer { state = State() }
      return state.onCommit
    }
    store.turnstile.leave()
    return actions
  }
}
