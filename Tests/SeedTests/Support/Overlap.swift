// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import TestSupport

/// Eight threads that ask for one thing at once: the first build of it does not end before all have asked.
///
/// Where requests race, so that two may build, several do. Where every request builds, all builds meet inside the factory.
final class Overlap: Sendable {
  static let threads = 8
  private let asked = Counter()
  private let begun = Counter()

  /// How often the factory began.
  var builds: Int { begun.value }

  /// Asks on all threads.
  ///
  /// - Returns: What each got; `nil` for an error.
  func ask<Value: Sendable>(_ request: @escaping @Sendable () throws -> Value) -> [Value?] {
    let found = Collected<Value?>()
    Threads.run(Overlap.threads) { _ in
      self.asked.add()
      found.add(try? request())
    }
    return found.elements
  }

  /// To be called by a factory that must not run twice.
  func build() {
    begun.add()
    while asked.value < Overlap.threads { sched_yield() }
    // Who has said that it asks is about to ask: it gets the time to begin a build of its own, if it can.
    for _ in 0..<1000 where begun.value == 1 { sched_yield() }
  }

  /// To be called by a factory that runs for each request: nobody leaves before all are inside, so a lock around factories would hang here.
  func meet() {
    begun.add()
    while begun.value < Overlap.threads { sched_yield() }
  }
}
