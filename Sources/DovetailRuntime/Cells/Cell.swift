// SPDX-License-Identifier: Apache-2.0

/// One shared value: empty, being built, or ready. It is built exactly once, outside of every lock, and then read with one atomic load.
@usableFromInline
package final class Cell: Sendable {
  @usableFromInline let address = AtomicAddress()
  private let type: any Any.Type
  private let gate = Gate()

  /// Creates an empty cell for a value of a type.
  package init(of type: any Any.Type) { self.type = type }

  /// Creates a cell with a value.
  package convenience init<Value>(holding value: Value) {
    self.init(of: Value.self)
    fill(with: value)
  }

  deinit { clear() }

  /// Where the value lies, once it is ready, and as long as the caller holds the cell.
  @inlinable package var ready: Address? { address.load() }

  package var isReady: Bool { ready != nil }

  /// The value, if it is ready; `Value` has to be the type of the cell.
  package func value<Value>(as type: Value.Type) -> Value? {
    assert(type == self.type, "a cell of '\(self.type)' was read as a '\(type)'")
    return ready?.copy(as: type)
  }

  /// Makes the value ready. To be called at most once: before another thread knows the cell, or by its one build.
  package func fill<Value>(with value: consuming Value) { address.store(.allocate(for: value)) }

  /// Destroys the value. Nobody reads it any more.
  package func clear() {
    address.take()?.destroy(type)
  }

  /// Tells the cell from others in the wait graph.
  private var id: UInt { UInt(bitPattern: ObjectIdentifier(self)) }

  /// The value, built on first use. Who comes meanwhile waits.
  ///
  /// - Parameters:
  ///   - step: The bind or member that is built, for errors.
  ///   - build: Makes the value.
  ///   - note: Called with the new value before anybody else can read it; when it throws, the value goes.
  /// - Throws: `ResolutionError` of the build, also of another thread's; a cycle when this thread builds the value already, or waits for itself.
  package func value<Value>(
    of step: @autoclosure () -> ResolutionError.Step, build: () throws -> Value, note: (Address) throws -> Void = { _ in }
  ) throws(ResolutionError) -> Value {
    let address = try gate.pass(id, step, find: { ready }) {
      let address = Address.allocate(for: try build())
      do { try note(address) } catch {
        address.destroy(type)
        throw error
      }
      self.address.store(address)
      return address
    }
    return address.copy()
  }

  /// The value, built by a task on first use. Threads and tasks do not both build the value of one cell.
  ///
  /// - Parameter isDeclared: Whether it is a need that the bind of the running build declares.
  /// - Throws: `ResolutionError`, or `CancellationError` when this task is cancelled before the value is built.
  package func value<Value: Sendable>(
    of step: @autoclosure () -> ResolutionError.Step, isDeclared: Bool = false,
    awaiting build: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    if let value = value(as: Value.self) { return value }
    return try await Build.value(at: id, of: step(), isDeclared: isDeclared) {
      value(as: Value.self)
    } build: { [self] in
      if !isReady { fill(with: try await build()) }
      return ()
    }
  }

  /// Waits for the end of the build by a task, if one is in progress.
  package func awaitBuild() async { await Build.awaitEnd(at: id) }
}
