// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailRelatives
import Testing
import TestSupport

@Suite("InDependence: what it promised and never shipped") struct InDependencePromiseTests {
  @Test func `IND-T1: a class or a protocol is bound to an instance`() throws {
    let road = Road()
    let sign = Sign()
    let container = try Container {
      Bind(instance: road)
      Bind((any Pointing).self, instance: sign)
    }
    #expect(try container.resolve(GarageFord.self).road === road)
    #expect(try container.resolve((any Pointing).self) === sign)
  }

  private protocol Pointing: AnyObject, Sendable {}
  private final class Sign: Pointing { init() {} }

  @Test func `IND-T2: a closure makes the object, and may ask for more`() throws {
    let container = try Container {
      Bind(Car.self) { (resolver: any Resolver) in
        let car = Car()
        car.engine = try resolver.resolve(HybridEngine.self)
        return car
      }
    }
    #expect(try container.resolve(Car.self).engine is HybridEngine)
    let owned = try Container {
      Bind((any WheelOwner).self) { (resolver: any Resolver) in try resolver.resolve(TwoCarGarage.self) }
    }
    #expect(try owned.resolve((any WheelOwner).self) is TwoCarGarage, "a protocol alike")
  }

  @Test func `IND-T2: a closure that depends on its requester receives the requester's bind`() throws {
    struct Label: Sendable { let text: String }
    struct Box: Sendable { let label: Label }
    struct Crate: Sendable { let label: Label }
    let container = try Container {
      Bind(forRequester: { (requester: Requester) in Label(text: "\(requester.key)") })
      Bind(Box.init)
      Bind(Crate.init)
    }
    #expect(try container.resolve(Box.self).label.text.hasSuffix("Box"))
    #expect(try container.resolve(Crate.self).label.text.hasSuffix("Crate"))
    #expect(try container.resolve(Label.self).text == "the program")
  }

  @Test func `IND-T3: a block runs on each new object before it awakes`() throws {
    let log = Log()
    let container = try Container { Bind(Wheel.init).onCreate { _ in log.add("made") }.onAwake { _ in log.add("awake") } }
    _ = try container.resolve(Wheel.self)
    #expect(log.lines == ["made", "awake"])
  }

  final class Depot: ReferenceProvider {
    let car = Car()
    func reference<Value>(_ type: Value.Type) -> Value? { car as? Value }
  }

  @Test func `IND-T4: an ancestor answers a reference by code`() throws {
    let container = try Container()
    let depot = Depot()
    let chassis = try container.resolve(Chassis.self, parent: depot)
    #expect(chassis.wheel?.car === depot.car)
    #expect(chassis.wheel?.chassis === chassis)
  }

  @Test func `IND-T5: the tree, protocols, arguments, inline modules and extensions have their pages`() throws {
    // The code of both pages is compiled and run by their own tests; here it is what they have to speak of.
    let topics = [
      "PropertyInjection": ["container.tree.attach(", "parent: old", "arguments(defaults:", "DefaultArgument(1, of:"],
      "MovingFromInDependence": [
        "Bind((any WheelOwner).self)", "InlineModule(", "DefaultArgument(", ": Extension {", " declaring(", "parent: ",
      ],
    ]
    for (page, words) in topics {
      let code = try GuidePage(page).snippets.joined(separator: "\n")
      for word in words { #expect(code.contains(word), "\(page) shows no \(word)") }
    }
  }

  @Test func `IND-23: an object made elsewhere gets what a new one would`() throws {
    let container = try Container()
    let mine = Ford()
    try container.inject(into: mine)
    #expect(mine.chassis?.wheel?.car === mine)
    let error = #expect(throws: ResolutionError.self) { try container.inject(into: Monument()) }
    #expect(error?.code == .missing)
  }
}
