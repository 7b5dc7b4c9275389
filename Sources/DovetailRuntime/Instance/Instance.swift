// SPDX-License-Identifier: Apache-2.0
public import Synchronization

/// Where a shared value is, once it is there, and until then who builds it.
@usableFromInline
package struct SharedPlace: ~Copyable {
  /// Stored once, after the memory that it leads to is initialised.
  @usableFromInline package let ready = Atomic<UnsafeMutableRawPointer?>(nil)
  @usableFromInline package let gate = Gate()

  @inlinable
  package init() {}
}

/// One shared value: built exactly once, then read with one atomic load and no lock.
// SAFETY: `place.ready` is stored once, after the memory behind it is initialised (releasing), and loaded before it is read (acquiring).
// The memory is freed in `deinit`, when nobody can read any more.
@usableFromInline
package class Instance: @unchecked Sendable {
  @usableFromInline package final let place = SharedPlace()
  private let type: any Any.Type

  /// Creates an empty instance of a type.
  package init(of type: any Any.Type) { self.type = type }

  deinit {
    guard let memory else { return }
    memory.destroyValue(of: type)
    memory.deallocate()
  }

  /// Whether the value is built.
  package final var isReady: Bool { memory != nil }

  /// Where the value is, once it is built.
  @inlinable @inline(__always)
  package final var memory: UnsafeMutableRawPointer? { place.ready.load(ordering: .acquiring) }

  /// The value, if it is built; `Value` must be the type that the instance was created for.
  @inlinable @inline(__always)
  package final func value<Value>(as type: Value.Type) -> Value? {
    place.ready.load(ordering: .acquiring)?.assumingMemoryBound(to: Value.self).pointee
  }

  /// The value, built first when it is not there.
  package final func value<Value>(
    of step: @autoclosure () -> ResolutionError.Step, build: () throws -> Value
  ) throws(ResolutionError) -> Value {
    if let memory = try place.enter(address, step()) { return memory.assumingMemoryBound(to: Value.self).pointee }
    // Not through `Gate.run`: a chain of singletons is as long as the frames of each are short.
    do {
      let value = try build()
      fill(with: value)
      place.end(address)
      return value
    } catch {
      let error = error as? ResolutionError ?? ResolutionError(error, through: step())
      place.end(address, with: error)
      throw error
    }
  }

  private final var address: UInt { UInt(bitPattern: ObjectIdentifier(self)) }

  /// Makes a value ready that was not built by ``value(of:build:)``. To be called at most once: before the instance is shared, or by whoever
  /// sees to it that there is one build only.
  package final func fill<Value>(with value: Value) {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: max(1, MemoryLayout<Value>.size), alignment: MemoryLayout<Value>.alignment)
    memory.initializeMemory(as: Value.self, to: value)
    place.ready.store(memory, ordering: .releasing)
  }
}
