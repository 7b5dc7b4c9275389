// SPDX-License-Identifier: Apache-2.0
public import Synchronization

/// One shared value: built exactly once, then read with one atomic load and no lock.
// SAFETY: `ready` is stored once, after the memory behind it is initialised (releasing), and loaded before it is read (acquiring).
// The memory is freed in `deinit`, when nobody can read any more.
@usableFromInline
class Instance: @unchecked Sendable {
  @usableFromInline let ready = Atomic<UnsafeMutableRawPointer?>(nil)
  final let builder = WordGate()
  private let type: any Any.Type

  /// Creates an empty instance of a type.
  init(of type: any Any.Type) { self.type = type }

  deinit {
    guard let memory = ready.load(ordering: .acquiring) else { return }
    memory.destroyValue(of: type)
    memory.deallocate()
  }

  /// Whether the value is built.
  final var isReady: Bool { ready.load(ordering: .acquiring) != nil }

  /// Where the value is, once it is built.
  @inline(__always)
  final var memory: UnsafeMutableRawPointer? { ready.load(ordering: .acquiring) }

  /// The value, if it is built; `Value` must be the type that the instance was created for.
  @inlinable @inline(__always)
  final func value<Value>(as type: Value.Type) -> Value? {
    ready.load(ordering: .acquiring)?.assumingMemoryBound(to: Value.self).pointee
  }

  /// The value, built first when it is not there.
  final func value<Value>(
    of step: @autoclosure () -> ResolutionError.Step, build: () throws -> Value
  ) throws(ResolutionError) -> Value {
    if let memory = try enter(step()) { return memory.assumingMemoryBound(to: Value.self).pointee }
    do {
      let value = try build()
      fill(with: value)
      end()
      return value
    } catch {
      let error = error as? ResolutionError ?? ResolutionError(error, through: step())
      end(with: error)
      throw error
    }
  }

  /// Makes a value ready that was not built by ``value(of:build:)``. To be called at most once: before the instance is shared, or by whoever
  /// sees to it that there is one build only.
  final func fill<Value>(with value: Value) {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: max(1, MemoryLayout<Value>.size), alignment: MemoryLayout<Value>.alignment)
    memory.initializeMemory(as: Value.self, to: value)
    ready.store(memory, ordering: .releasing)
  }
}
