// SPDX-License-Identifier: Apache-2.0
import TestSupport

/// What a spec is carried out with: the real thing, or the model.
protocol SpecSubject: AnyObject {
  /// How many scopes were opened so far.
  var scopeCount: Int { get }

  /// Asks for a value.
  func ask(_ place: SpecPlace, _ need: GraphSpec.Need) throws -> SpecPart
  func open(_ kind: GraphSpec.Kind, _ place: SpecPlace, _ input: String) throws
  func close(_ place: SpecPlace) throws
  /// Opens a scope, runs a closure in it and closes it.
  func within(_ kind: GraphSpec.Kind, _ place: SpecPlace, _ input: String, _ body: () -> Void) throws
}

/// Whom the program asks, of those that there are.
enum SpecPlace: CustomStringConvertible {
  case container(Int)
  case scope(Int)

  var description: String {
    switch self {
    case .container(let level): "container \(level)"
    case .scope(let number): "scope \(number)"
    }
  }
}

/// Carries out the steps of a spec, one after the other, and notes what came of each.
struct SpecRun {
  private let spec: GraphSpec
  private let world: SpecWorld
  private let subject: any SpecSubject
  private var held: [SpecPart] = []
  /// The scopes that were opened and not closed again, oldest first.
  private var open: [Int] = []
  private var inputs = 0

  /// Carries out the whole spec.
  static func run(_ spec: GraphSpec, in world: SpecWorld, with subject: any SpecSubject) {
    var run = SpecRun(spec, world, subject)
    for step in spec.steps { run.perform(step) }
    run.finish()
  }

  private init(_ spec: GraphSpec, _ world: SpecWorld, _ subject: any SpecSubject) {
    self.spec = spec
    self.world = world
    self.subject = subject
  }

  private mutating func perform(_ step: GraphSpec.Step) {
    switch step {
    case .ask(let place, let need, let holds):
      let place = known(place)
      note("ask \(place) for \(need)", holds: holds) { [subject] in try subject.ask(place, need) }
    case .drop(let number):
      if !held.isEmpty { held.remove(at: number % held.count) }
    case .call(let number, let part):
      let askable = held.map(\.deferred).filter { !$0.isEmpty }
      guard !askable.isEmpty, case let deferred = askable[number % askable.count] else { return }
      note("call", holds: true) { try deferred[part % deferred.count]() }
    case .open(let kind, let place):
      let (place, input) = (known(place), nextInput())
      let count = subject.scopeCount
      note("open \(kind) in \(place)") { try subject.open(kind, place, input) }
      open += count..<subject.scopeCount
    case .close(let place):
      if case .open = place, open.isEmpty { return }
      let place = known(place)
      note("close \(place)") { try subject.close(place) }
      if case .scope(let number) = place { open.removeAll { $0 == number } }
    case .within(let kind, let place, let steps):
      let (place, input) = (known(place), nextInput())
      note("within \(kind) in \(place)") { [spec, world, subject, inputs, open] in
        var inner = SpecRun(spec, world, subject)
        (inner.inputs, inner.open) = (inputs * 100, open + [subject.scopeCount])
        try subject.within(kind, place, input) { for step in steps { inner.perform(step) } }
      }
    }
  }

  /// Closes everything that may still be open, from the innermost outwards.
  private mutating func finish() {
    for number in 0..<subject.scopeCount { perform(.close(.scope(number))) }
    for level in (0..<spec.levelCount).reversed() { perform(.close(.container(level))) }
  }

  private mutating func note(_ act: String, holds: Bool, _ body: () throws -> SpecPart) {
    do {
      let part = try body()
      world.note("\(act): \(part)")
      if holds { held.append(part) }
    } catch { world.note("\(act): \(SpecFailure(error).text)") }
  }

  private func note(_ act: String, _ body: () throws -> Void) {
    do {
      try body()
      world.note("\(act): done")
    } catch { world.note("\(act): \(SpecFailure(error).text)") }
  }

  private mutating func nextInput() -> String {
    inputs += 1
    return "input#\(inputs)"
  }

  private func known(_ place: GraphSpec.Place) -> SpecPlace {
    switch place {
    case .container(let level): .container(min(level, spec.levelCount - 1))
    case .open(let number) where !open.isEmpty: .scope(open[open.count - 1 - number % open.count])
    case .scope(let number) where subject.scopeCount > 0: .scope(number % subject.scopeCount)
    case .open, .scope: .container(spec.levelCount - 1)
    }
  }
}
