// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailInjected

protocol Clock: Sendable { var time: String { get } }
protocol Alarm: Sendable { var clock: any Clock { get } }

enum BTKInjectorScene {
  struct Sundial: Clock {
    let time = "noon"
  }

  struct Rooster: Alarm {
    let clock: any Clock
  }

  struct Letter: Sendable {
    let clock: any Clock
    let text: String
  }

  final class Chicken: Sendable {
    let egg: Lazy<Egg>
    init(egg: Lazy<Egg>) { self.egg = egg }
  }

  final class Egg: Sendable {
    let chicken: Chicken
    init(chicken: Chicken) { self.chicken = chicken }
  }

  static func lines() throws -> [String] {
    let injector = try Container {
      Bind((any Clock).self, Sundial.init).in(.singleton)
      Bind((any Alarm).self, Rooster.init).in(.singleton)
      Bind { Letter(clock: $0, text: $1) }.arguments(String.self)
      Bind(Chicken.init).in(.singleton)
      Bind(Egg.init).in(.singleton)
    }
    let letter: Factory<Letter, String> = try injector.resolve()
    let chicken = try injector.resolve(Chicken.self)
    let mine = try withContainer(injector) { try Container.shared === injector }
    return [
      "the alarm got its clock: \(try injector.resolve((any Alarm).self).clock.time)",
      "a factory takes its text from the caller and its clock from the injector: \(letter("hello").text), \(letter("hello").clock.time)",
      "an initialisation cycle through Lazy works: \(try chicken.egg.get().chicken === chicken)",
      "the injector is the current one only inside withContainer: \(mine)",
    ]
  }
}
