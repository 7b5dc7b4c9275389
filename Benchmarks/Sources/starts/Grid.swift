// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailLifecycle

/// Levels of parts that are made asynchronously. Every part needs two of the level before: the one at its place, and that one's neighbour.
struct Grid: Module {
  let levels: Int
  let places: Int
  let work: Work

  var bindings: Bindings {
    Bind(instance: work)
    for level in 0..<levels {
      for place in 0..<places { part(level, place) }
    }
  }

  private func part(_ level: Int, _ place: Int) -> Bindings {
    let numbers = numbers(max(levels, places))
    if level == 0 { return first(Zero.self, numbers[place]) }
    let (before, beside) = (numbers[level - 1], numbers[(place + 1) % places])
    return later(numbers[level], numbers[place], after: before, beside)
  }

  @BindingsBuilder
  private func first<Level: Number, Place: Number>(_ level: Level.Type, _ place: Place.Type) -> Bindings {
    Bind { (work: Work) async throws in try await Part<Level, Place>(work) }.in(.singleton).onStop { [work] _ in work.stop() }
  }

  @BindingsBuilder
  private func later<Level: Number, Place: Number, Before: Number, Beside: Number>(
    _ level: Level.Type, _ place: Place.Type, after before: Before.Type, _ beside: Beside.Type
  ) -> Bindings {
    Bind { (work: Work, _: Part<Before, Place>, _: Part<Before, Beside>) async throws in try await Part<Level, Place>(work) }
      .in(.singleton).onStop { [work] _ in work.stop() }
  }

  /// The longest chain of parts, by the time that each of them took.
  func criticalPath() -> Duration {
    let took = work.done.took
    var reached = [Duration](repeating: .zero, count: places)
    for level in 0..<levels {
      reached = (0..<places).map { place in
        let before = level == 0 ? .zero : max(reached[place], reached[(place + 1) % places])
        return before + (took[level]?[place] ?? .zero)
      }
    }
    return reached.max() ?? .zero
  }
}
