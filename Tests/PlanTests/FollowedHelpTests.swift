// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport

protocol Fitting: Sendable {}
private struct Kettle: Fitting {}
private enum Gear: Sendable { case low }

private class Animal { init() {} }
private final class Dog: Animal {}

@globalActor private actor Pit { static let shared = Pit() }

private struct Workbench: Module {
  var bindings: Bindings { Bind((any Fitting).self) { Kettle() }.contribute(key: "kettle").private }
}

/// Helps that say what works when it is done literally.
@Suite("What a help says") struct FollowedHelpTests {
  /// The message and the help of the first diagnostic.
  private func finding(@BindingsBuilder _ bindings: @escaping @Sendable () throws -> Bindings) -> String {
    let report = Container.check(InlineModule("GarageModule", bindings))
    return report.diagnostics.first.map { "[\($0.id)] \($0.message)\n\($0.help ?? "")" } ?? "\(report)"
  }

  @Test func `of contributions without a key is to give them one`() {
    #expect(
      finding {
        Bind { (parts: [String: any Fitting]) in Road() }
        Bind((any Fitting).self) { Kettle() }.contribute()
      } == """
        [empty-collection] nothing contributes to '[String: any Fitting]'
        give the contribution 'any Fitting' a key: .contribute(key: …), or .allowEmpty([String: any Fitting].self) to the binding that needs it
        """)
  }

  @Test func `of contributions with a name says that they need a key, too`() {
    #expect(
      finding {
        Bind { (parts: [String: any Fitting]) in Road() }
        Bind((any Fitting).self) { Kettle() }.named("x").contribute()
      } == """
        [empty-collection] nothing contributes to '[String: any Fitting]'
        say .needs([String: any Fitting].self, named: "x") on the binding of 'Road', or leave out the name of the contribution, and give it a key: \
        .contribute(key: …), or .allowEmpty([String: any Fitting].self) to the binding that needs it
        """)
  }

  @Test func `of a name is a type in parentheses where it has more than one word`() {
    #expect(
      finding {
        Bind { (part: any Fitting) in Road() }
        Bind((any Fitting).self) { Kettle() }.named("x")
      }.hasSuffix(
        "say .needs((any Fitting).self, named: \"x\") on the binding of 'Road' if it means that one, or make the dependency optional: (any Fitting)?"
      ))
  }

  @Test func `of what is made asynchronously each time is to await it each time`() {
    #expect(
      finding {
        Bind { () async in Radio(frequency: 99.5) }.in(.graph)
        Bind { (radio: Radio) async in Road() }.in(.singleton)
      }.hasSuffix("\nmake 'Road' graph too, or let it take AsyncProvider<Radio>"))
    #expect(
      finding {
        Bind { (road: Road) async in Radio(frequency: 99.5) }
        Bind { (radio: Radio) async in Road() }
      }.hasSuffix("\nlet 'Radio' take AsyncProvider<Road> or Lazy<Road> instead of Road"))
    #expect(
      finding {
        Bind { () async in Radio(frequency: 99.5) }
        Bind { (radios: Factory<Radio, Int>) in Road() }
      }.hasSuffix("\nlet 'Road' take AsyncProvider<Radio> instead of Factory<Radio, Int>"))
  }

  @Test func `of a subclass that needs its class leaves the binding of the class as it is`() throws {
    #expect(
      finding {
        Bind(Animal.self) { (dog: Dog) in dog }
        Bind { (_: Animal) in Dog() }
      } == """
        [dependency-cycle] 'Animal' and 'Dog' need each other before either is built
        let 'Dog' take Provider<Animal> or Lazy<Animal> instead of Animal
        """)
    let container = try Container {
      Bind(Animal.self) { (dog: Dog) in dog }
      Bind { (_: Provider<Animal>) in Dog() }
    }
    #expect(container.report.diagnostics.isEmpty)
    #expect(try container.resolve(Animal.self) is Dog)
  }

  @Test func `of factories with resolvers that need each other is to declare a provider`() throws {
    #expect(
      finding {
        Bind { (resolver: any Resolver) in [try resolver.resolve(Provider<Road>.self)] }.needs(Road.self)
        Bind { (resolver: any Resolver) in Road(name: "\(try resolver.resolve([Provider<Road>].self).count)") }
          .needs([Provider<Road>].self)
      } == """
        [dependency-cycle] 'Road' and '[Provider<Road>]' need each other before either is built
        let one of them declare a Provider of the other, as .needs(Provider<…>.self), and resolve it after it was built
        """)
    let container = try Container {
      Bind { (resolver: any Resolver) in [try resolver.resolve(Provider<Road>.self)] }.needs(Provider<Road>.self)
      Bind { (resolver: any Resolver) in Road(name: "\(try resolver.resolve([Provider<Road>].self).count)") }
        .needs([Provider<Road>].self)
    }
    #expect(container.report.diagnostics.isEmpty)
    #expect(try container.resolve([Provider<Road>].self)[0].make().name == "1")
  }

  @Test func `of a chain that is too long counts what begins at a value that is awaited`() {
    #expect(
      finding {
        for number in 1...70 {
          Bind { (next: Int) in number }.named("\(number)").needs(Int.self, named: "\(number + 1)")
        }
        Bind { 71 }.named("71")
        Bind { (first: Int) async in Radio(frequency: 99.5) }.needs(Int.self, named: "1")
        Bind { (radio: Radio) async in Road() }
      }.hasPrefix("[too-deep] 'Radio' begins a chain of 72 bindings"))
  }

  @Test func `of what a factory makes is to take its arguments`() {
    #expect(
      finding { Bind { (radios: Factory<Radio, Int>) in Road() } }
        == "[missing-binding] nothing is bound for 'Radio'\nadd Bind(Radio.self) { … }.arguments(Int.self) to GarageModule")
  }

  @Test func `of a closure that returns nothing is to bind the closure`() {
    #expect(
      finding { Bind { (run: @escaping @Sendable () -> Void) in Road() } }.hasPrefix(
        "[missing-binding] nothing is bound for '@Sendable () -> Void'\nadd Bind((@Sendable () -> Void).self) { … } to GarageModule"
      )
    )
  }

  @Test func `of a dictionary without parts is to give them keys`() throws {
    let container = try Container { Bind((any Fitting).self) { Kettle() }.contribute() }
    let error = #expect(throws: ResolutionError.self) { try container.resolve([String: any Fitting].self) }
    #expect(
      error?.diagnostic.help == "add .contribute(key: …) to the bindings that are to be its parts, or use resolveIfBound(_:)")
  }

  @Test func `of a list beside a binding of its element leaves that bound`() throws {
    #expect(
      finding {
        Bind((any Fitting).self) { Kettle() }
        Bind { (_: any Fitting) in 1 }
        Bind { (parts: [any Fitting]) in "\(parts.count)" }
      } == """
        [empty-collection] nothing contributes to '[any Fitting]'
        add .contribute(to: (any Fitting).self) { $0 } to the binding of 'any Fitting', or .allowEmpty([any Fitting].self) to the binding that needs it
        """)
    let container = try Container {
      Bind((any Fitting).self) { Kettle() }.contribute(to: (any Fitting).self) { $0 }
      Bind { (_: any Fitting) in 1 }
      Bind { (parts: [any Fitting]) in "\(parts.count)" }
    }
    #expect(container.report.diagnostics.isEmpty)
    #expect(try container.resolve(Int.self) == 1)
    #expect(try container.resolve(String.self) == "1")
  }

  @Test func `of private contributions is to make them visible`() {
    #expect(
      finding {
        Bind { (parts: [String: any Fitting]) in Road() }
        Include(Workbench())
      } == """
        [empty-collection] nothing contributes to '[String: any Fitting]'
        remove .private from 'any Fitting', or .allowEmpty([String: any Fitting].self) to the binding that needs it
        """)
  }

  @Test func `of values with arguments is to take factories, in the collection that is taken`() {
    #expect(
      finding {
        Bind { (_: Double) in Kettle() }.arguments(Double.self).contribute()
        Bind { (_: [Kettle]) in Road() }
      } == """
        [wrong-arguments] 'Kettle' takes the arguments (Double), but 'Road' gives none
        let 'Road' take [Factory<Kettle, Double>] instead of [Kettle]
        """)
    #expect(
      finding {
        Bind { (_: Double) in Kettle() }.arguments(Double.self).contribute()
        Bind { (_: [Factory<Kettle, Double>]) in Road() }
      } == "no diagnostics")
    #expect(
      finding {
        Bind { (_: Double) in Kettle() }.arguments(Double.self).contribute(key: "a")
        Bind { (_: [String: Provider<Kettle>]) in Road() }
      } == """
        [wrong-arguments] 'Kettle' takes the arguments (Double), but 'Road' gives none
        let 'Road' take [String: Factory<Kettle, Double>] instead of [String: Provider<Kettle>]
        """)
  }

  @Test func `of shared values with defaults is to take providers, in the collection that is taken`() {
    #expect(
      finding {
        Bind { (_: Double) in Kettle() }.arguments(defaults: 1.0).in(.singleton).contribute()
        Bind { (_: [Factory<Kettle, Double>]) in Road() }
      }.hasSuffix("let 'Road' take [Provider<Kettle>], or make it .in(.transient), so that every call makes its own"))
  }

  @Test func `of an instance in a scope is to share its taker there, too`() {
    #expect(
      finding {
        Bind(instance: Kettle()).in(.scoped(Yard.self))
        Bind { (_: Kettle) in Road() }.in(.singleton)
      } == """
        [captive-dependency] 'Road' (singleton) would keep 'Kettle' (scoped(Yard)), which lives shorter
        make 'Road' scoped(Yard) too, or let it take Provider<Kettle>
        """)
  }

  @Test func `of an instance behind an alias is to take a provider of the alias`() throws {
    #expect(
      finding {
        Bind { Kettle() }.in(.scoped(Yard.self))
        Bind((any Fitting).self) { (it: Kettle) in it }
        Bind { (_: any Fitting) in Road() }.in(.singleton)
      } == """
        [captive-dependency] 'Road' (singleton) would keep 'Kettle' (scoped(Yard)), which lives shorter
        make 'Road' scoped(Yard) too, or let it take Provider<any Fitting>
        """)
    let container = try Container {
      Bind { Kettle() }.in(.scoped(Yard.self))
      Bind((any Fitting).self) { (it: Kettle) in it }
      Bind { (fittings: Provider<any Fitting>) in [fittings] }.in(.singleton)
    }
    #expect(container.report.diagnostics.isEmpty)
    let fittings = try container.resolve([Provider<any Fitting>].self)[0]
    try container.withScope(Yard.self) { _ in _ = try fittings.make() }
  }

  @Test func `of an instance behind an alias that holds it is to take a provider where it is made`() throws {
    #expect(
      finding {
        Bind { Gear.low }.in(.scoped(Yard.self))
        Bind { (_: Gear) in Kettle() }
        Bind((any Fitting).self) { (it: Kettle) in it }.in(.singleton)
      } == """
        [captive-dependency] 'any Fitting' (singleton) would keep 'Gear' (scoped(Yard)), which lives shorter
        make 'any Fitting' scoped(Yard) too, or let 'Kettle' take Provider<Gear>
        """)
    let container = try Container {
      Bind { Gear.low }.in(.scoped(Yard.self))
      Bind { (_: Provider<Gear>) in Kettle() }
      Bind((any Fitting).self) { (it: Kettle) in it }.in(.singleton)
    }
    #expect(container.report.diagnostics.isEmpty)
    _ = try container.resolve((any Fitting).self)
  }

  @Test func `of a collection that the program resolves leaves what is bound for its element`() throws {
    let container = try Container {
      Bind((any Fitting).self) { Kettle() }
      Bind { (_: any Fitting) in Road() }
    }
    let error = #expect(throws: ResolutionError.self) { try container.resolve([any Fitting].self) }
    #expect(
      error?.diagnostic.help
        == "add .contribute(to: (any Fitting).self) { $0 } to the bindings that are to be its parts, or use resolveIfBound(_:)")
    let followed = try Container {
      Bind((any Fitting).self) { Kettle() }.contribute(to: (any Fitting).self) { $0 }
      Bind { (_: any Fitting) in Road() }
    }
    #expect(try followed.resolve([any Fitting].self).count == 1)
    #expect(try followed.resolve(Road.self).name == "Route 66")
  }

  @Test func `of a clock in a scope is to share the value with a time to live there, too`() {
    #expect(
      finding {
        Bind((any Clock<Duration>).self) { ContinuousClock() }.in(.scoped(Yard.self))
        Bind { Kettle() }.in(.timeToLive(.seconds(9)))
      }.hasSuffix("\nmake 'Kettle' scoped(Yard) too"))
  }

  @Test func `of weak values proposes a class for what can be one`() {
    #expect(
      finding { Bind { Gear.low }.in(.weak) } == """
        [unshareable-value] 'Gear' is weak, but is no class, so it cannot be held weakly
        use .in(.singleton) or .in(.graph)
        """)
    #expect(
      finding { Bind(instance: 5.0).in(.weak) } == """
        [unshareable-value] 'Double' is weak, but is no class, so it cannot be held weakly
        use .in(.singleton) or .in(.graph)
        """)
    #expect(
      finding { Bind { Kettle() }.in(.weak) } == """
        [unshareable-value] 'Kettle' is weak, but is no class, so it cannot be held weakly
        use .in(.singleton) or .in(.graph), or make Kettle a class
        """)
  }

  @Test func `of nothing is to leave it out`() {
    #expect(
      finding { Bind { (nothing: Void) in Road() } } == """
        [missing-binding] nothing is bound for 'Void'
        leave the dependency out: no binding makes a value of Void
        """)
  }

  @Test func `of closures proposes no factory that cannot be`() {
    #expect(
      finding { Bind { (change: @escaping (inout Int) -> Void) in Road() } } == """
        [missing-binding] nothing is bound for '(inout Int) -> Void'
        add Bind(((inout Int) -> Void).self) { … } to GarageModule, or make the dependency optional: ((inout Int) -> Void)?
        """)
  }

  @Test func `of arguments names what is given them`() {
    #expect(
      finding {
        Bind { (text: String) in Radio(frequency: Double(text.count)) }.arguments(String.self)
        Bind { (make: Factory<Provider<Radio>, String>) in Road() }
      } == """
        [wrong-arguments] 'Radio' takes the arguments (String), but 'Road' gives them to 'Provider<Radio>'
        let 'Road' take Factory<Radio, String> instead of Factory<Provider<Radio>, String>
        """)
  }

  @Test func `of another actor is to change the actor`() {
    #expect(
      finding {
        Bind { @Pit in Radio(frequency: 1) }
        Bind { @MainActor (radio: Radio) in Road() }
      } == """
        [isolation-mismatch] 'Road' takes 'Radio', which belongs to Pit
        write @Pit on the factory of 'Road' instead of @MainActor: Bind { @Pit in Road(…: $0) }, let it take AsyncProvider<Radio> or \
        Lazy<Radio>, or make its factory asynchronous
        """)
  }

  @Test func `of the scope that stands for the container is the container`() throws {
    let container = try Container { Bind { Road() } }
    #expect(
      #expect(throws: ResolutionError.self) { try container.openScope(ContainerScope.self) }?.diagnostic.help
        == "resolve from the container: it is always open, and 'ContainerScope' stands for it")
  }
}
