// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// One shared value: built exactly once, then read with one atomic load and no lock.
// SAFETY: `place.ready` is stored once, after the memory behind it is initialised (releasing), and loaded before it is read (acquiring).
// The memory is freed in `deinit`, when there are no readers any more.
@usableFromInline
package final class Instance: @unchecked Sendable {
  @usableFromInline package let place = SharedPlace()
  private let type: any Any.Type

  /// Creates an empty instance of a type.
  package init(of type: any Any.Type) { self.type = type }

  deinit {
    guard let memory else { return }
    memory.destroyValue(of: type)
    memory.deallocate()
  }

  package var isReady: Bool { memory != nil }

  /// The address of the value, once it is built.
  @inlinable @inline(__always)
  package var memory: UnsafeMutableRawPointer? { place.memory }

  /// The value, if it is built; `Value` must be the type that the instance was created for.
  @inlinable @inline(__always)
  package func value<Value>(as type: Value.Type) -> Value? { memory?.assumingMemoryBound(to: Value.self).pointee }

  /// The value, built on first use.
  package func value<Value>(
    of step: @autoclosure () -> ResolutionError.Step, build: () throws -> Value
  ) throws(ResolutionError) -> Value {
    let memory = try memory(of: step()) { $0.initializeMemory(as: Value.self, to: try build()) }
    return memory.assumingMemoryBound(to: Value.self).pointee
  }

  /// The address of the value, made there on first use.
  ///
  /// - Parameter make: Makes a value of the instance's type at an address.
  package func memory(
    of step: @autoclosure () -> ResolutionError.Step, _ make: (UnsafeMutableRawPointer) throws -> Void
  ) throws(ResolutionError) -> UnsafeMutableRawPointer {
    if let memory = try place.enter(address, step()) { return memory }
    let memory = room()
    do { try make(memory) } catch { throw failed(memory, error, step) }
    publish(memory)
    return memory
  }

  // Separate, so that less stays on the stack while the factory runs.

  @inline(never)
  private func room() -> UnsafeMutableRawPointer {
    let layout = memoryLayout(of: type)
    return .allocate(byteCount: max(1, layout.size), alignment: layout.alignment)
  }

  @inline(never)
  private func publish(_ memory: UnsafeMutableRawPointer) {
    place.ready.store(memory, ordering: .releasing)
    place.end(address)
  }

  @inline(never)
  private func failed(
    _ memory: UnsafeMutableRawPointer, _ error: any Error, _ step: () -> ResolutionError.Step
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
  package func fill<Value>(with value: Value) -> UnsafeMutableRawPointer {
    let memory = room()
    memory.initializeMemory(as: Value.self, to: value)
    place.ready.store(memory, ordering: .releasing)
    return memory
  }

  /// The value, built by a task on first use. Threads and tasks do not both build the value of one instance.
  ///
  /// - Throws: ``ResolutionError``, or `CancellationError` when this task is cancelled before the value is built.
  package func value<Value: Sendable>(
    of step: @autoclosure () -> ResolutionError.Step, build: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    if let value = value(as: Value.self) { return value }
    return try await Build.value(at: address, of: step()) {
      value(as: Value.self)
    } build: { [self] in
      if !isReady { fill(with: try await build()) }
      return ()
    }
  }
}
