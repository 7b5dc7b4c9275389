// SPDX-License-Identifier: Apache-2.0
import DovetailComponents
import Dovetail
import CoreTestSupport
import TestSupport

// What the contention suite reads: everything that is made says from which source it is.

/// A source that overrides replace, each by one with a number of its own.
final class Source: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }
}

/// What is made of a source, or of what is made of it.
final class Meal: Sendable {
  /// The sources of all that it is made of: one and the same, unless it is half old and half new.
  let numbers: Set<Int>
  /// The test inside whose `withOverrides` it was made.
  let owner = Mill.test
  let closed = Counter()
  /// Whether the mill had closed when it was made.
  let isLate = Box(false)

  init(_ source: Source) { numbers = [source.number] }
  init(_ parts: [Meal]) { numbers = parts.reduce(into: []) { $0.formUnion($1.numbers) } }

  /// The only source; `nil` when it is of several.
  var number: Int? { numbers.count == 1 ? numbers.first : nil }
}

/// Members of every kind, all made of one.
final class Mill: Component, Sendable {
  @TaskLocal static var test: Int?

  let instances = Instances()
  /// Everything that is to be closed.
  let made = Lock<[Meal]>([])
  /// How often it has been closed.
  let shut = Counter()
  /// Runs while a bag is made.
  let pause: @Sendable () -> Void

  init(pause: @escaping @Sendable () -> Void = {}) { self.pause = pause }

  /// Notes what is to be closed.
  func noting(_ meal: Meal) -> Meal {
    meal.isLate.value = shut.value > 0
    made.withLock { $0.append(meal) }
    return meal
  }

  /// How often what is to be closed has been, for what was made inside a `withOverrides` and for what was not: the number of values by that.
  var counts: (inside: [Int: Int], outside: [Int: Int]) {
    let made = made.withLock { $0 }
    let count = { (meals: [Meal]) in Dictionary(grouping: meals) { $0.closed.value }.mapValues(\.count) }
    return (count(made.filter { $0.owner != nil }), count(made.filter { $0.owner == nil }))
  }

  var source: Source { get throws { try single { () throws in Source(0) } } }
  var rye: Meal { get throws { try single { Meal(try source) } } }
  var oats: Meal { get throws { try transient { Meal(try source) } } }
  var malt: Meal { get throws { try weak { Meal(try source) } } }
  var wheat: Meal { get throws { try single(onClose: { $0.closed.add() }) { noting(Meal(try source)) } } }
  func bag(_ number: Int) throws -> Meal {
    try single(key: number, onClose: { $0.closed.add() }) {
      let parts = [try rye, try oats]
      pause()
      return noting(Meal(parts))
    }
  }
  /// Fails every other time that it is made, and is made again.
  private let attempts = Counter()
  var moody: Meal {
    get throws {
      try single { () throws in
        let meal = Meal([try rye, try wheat])
        if attempts.add().isMultiple(of: 2) { throw Breakdown() }
        return meal
      }
    }
  }
  var mixture: Meal {
    get throws { try single { Meal([try rye, try oats, try malt, try wheat, try bag(1), try bag(2)]) } }
  }

  var dough: Meal {
    get async throws {
      try await single(onClose: { $0.closed.add() }) {
        await Task.yield()
        return noting(Meal([try rye, try mixture]))
      }
    }
  }
  func sack(_ number: Int) async throws -> Meal {
    try await single(key: number, onClose: { $0.closed.add() }) {
      let parts = [try rye, try oats]
      await Task.yield()
      return noting(Meal(parts))
    }
  }
  var bread: Meal {
    get async throws {
      try await transient {
        let first = try await dough
        await Task.yield()
        return Meal([first, try wheat])
      }
    }
  }
  var cake: Meal { get async throws { try await weak { Meal([try await dough, try oats]) } } }

  /// What is shared by all who read it in the same state of the component.
  static let shared: [@Sendable (Mill) throws -> Meal] = [
    { try $0.rye }, { try $0.wheat }, { try $0.bag(1) }, { try $0.mixture },
  ]
  static let all = shared + [{ try $0.oats }, { try $0.malt }, { try $0.moody }]
  static let awaited: [@Sendable (Mill) async throws -> Meal] = [
    { try await $0.dough }, { try await $0.bread }, { try await $0.cake },
  ]
}

/// A child that was there before, and keeps what it has built.
final class Bakery: Component, Sendable {
  let instances = Instances()
  let mill: Mill
  init(_ mill: Mill) { self.mill = mill }

  var stock: Meal { get throws { try single { Meal([try mill.rye, try mill.mixture, try mill.bag(3)]) } } }
  var roll: Meal { get throws { try transient { Meal([try mill.mixture, try mill.oats]) } } }
  var loaf: Meal { get async throws { try await single { Meal([try await mill.bread, try stock]) } } }
}
