// SPDX-License-Identifier: Apache-2.0
internal import Dispatch
internal import Foundation
internal import Synchronization

/// Runs work on a thread with a large stack: a visitor of syntax goes as deep as the code that it reads, and a chain of calls may be as long as its
/// file.
enum LargeStack {
  /// Memory that is used only where code is so deep.
  private static let size = 1 << 30

  private final class Outcome<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }

  /// The result of the work; the calling thread waits for it.
  static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) -> Value {
    let outcome = Outcome<Value>()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let value = work()
      outcome.value.withLock { $0 = value }
      done.signal()
    }
    thread.stackSize = size
    thread.start()
    done.wait()
    return outcome.value.withLock { $0 } ?? work()
  }
}
