// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// One shared value: built exactly once, then read with one atomic load and no lock.
///
/// The memory of the value is freed in `deinit`, when there are no readers any more.
@usableFromInline
package final class Instance: Sendable {
  @usableFromInline package let place = SharedPlace()
  private let type: any Any.Type

  /// Creates an empty instance of a type.
  package init(of type: any Any.Type) { self.type = type }

  deinit {
    guard let memory else { return }
    memory.destroy(type)
    memory.deallocate()
  }

  package var isReady: Bool { memory != nil }

  /// The address of the value, once it is built.
  @inlinable @inline(__always)
  package var memory: Address? { place.memory }

  /// The value, if it is built; `Value` must be the type that the instance was created for.
  @inlinable @inline(__always)
  package func value<Value>(as type: Value.Type) -> Value? { memory?[as: Value.self] }

  /// The value, built on first use.
  package func value<Value>(
    of step: @autoclosure () -> ResolutionError.Step, build: () throws -> Value
  ) throws(ResolutionError) -> Value {
    let memory = try memory(of: step()) { $0.store(try build()) }
    return memory[as: Value.self]
  }

  /// The address of the value, made there on first use.
  ///
  /// - Parameter make: Makes a value of the instance's type at an address.
  package func memory(
    of step: @autoclosure () -> ResolutionError.Step, _ make: (Address) throws -> Void
  ) throws(ResolutionError) -> Address {
    if let memory = try place.enter(address, step()) { return memory }
    let memory = room()
    do { try make(memory) } catch { throw failed(memory, error, step) }
    publish(memory)
    return memory
  }

  // Separate, so that less stays on the stack while the factory runs.

  @inline(never)
  private func room() -> Address {
    let layout = memoryLayout(of: type)
    return .allocate(layout.size, alignment: layout.alignment)
  }

  @inline(never)
  private func publish(_ memory: Address) {
    place.publish(memory)
    place.end(address)
  }

  @inline(never)
  private func failed(
    _ memory: Address, _ error: any Error, _ step: () -> ResolutionError.Step
  ) -> ResolutionError {
    memory.deallocate()
    let error = error as? ResolutionError ?? ResolutionError(error, through: step())
    place.end(address, with: error)
    return error
  }

  var address: UInt { UInt(bitPattern: ObjectIdentifier(self)) }

  /// Makes a value ready that was not built by ``value(of:build:)``. To be called at most once: before the instance is shared, or by code that guarantees a
  /// single build.
  ///
  /// - Returns: The address of the value.
  @discardableResult
  package func fill<Value>(with value: Value) -> Address {
    let memory = room()
    memory.store(value)
    place.publish(memory)
    return memory
  }

  /// The value, built by a task on first use. Threads and tasks do not both build the value of one instance.
  ///
  /// - Throws: ``ResolutionError``, or `CancellationError` when this task is cancelled before the value is built.
  package func value<Value: Sendable>(
    of step: @autoclosure () -> ResolutionError.Step, build: @escaping @Sendable () async throws -> Value
  ) async throws -> Value { try await value(of: step(), isDeclared: false, build: build) }

  /// The same.
  ///
  /// - Parameter isDeclared: Whether it is a need that the bind of the running build declares.
  package func value<Value: Sendable>(
    of step: @autoclosure () -> ResolutionError.Step, isDeclared: Bool, build: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    if let value = value(as: Value.self) { return value }
    return try await Build.value(at: address, of: step(), isDeclared: isDeclared) {
      value(as: Value.self)
    } build: { [self] in
      if !isReady { fill(with: try await build()) }
      return ()
    }
  }
}
