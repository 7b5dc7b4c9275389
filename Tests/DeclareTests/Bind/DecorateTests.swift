// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

/// A wrapper that is an object, so that weak and shared ones can be told apart.
private final class Cover: Engine {
  let inner: any Engine
  let gauge: Gauge?
  var power: Int { inner.power }
  var label: String { "covered \(inner.label)" }

  init(_ inner: any Engine, gauge: Gauge? = nil) {
    self.inner = inner
    self.gauge = gauge
  }
}

private final class Gauge: Sendable {
  init() {}
}

@Suite struct DecorateTests {
  @Test func `decorators wrap in declared order, the first one innermost, across modules`() throws {
    let container = try Container {
      Decorate((any Engine).self) { (inner: any Engine) in MeteredEngine(inner: inner) }
      InlineModule {
        Bind((any Engine).self, HybridEngine.init)
        Decorate((any Engine).self) { (inner: any Engine) in TunedEngine(inner: inner) }
      }
      Decorate((any Engine).self) { (inner: any Engine) in Cover(inner) }
    }
    #expect(try container.resolve((any Engine).self).label == "covered tuned metered hybrid")
  }

  @Test func `whoever needs the type gets the wrapper, also through a provider or a list`() throws {
    let container = try Container {
      Bind(Car.init)
      Bind(Wheel.init)
      Bind((any Engine).self, HybridEngine.init)
      Decorate((any Engine).self) { (inner: any Engine) in TunedEngine(inner: inner) }
    }
    #expect(try container.resolve(Car.self).engine.power == 112)
    #expect(try container.resolve(Provider<any Engine>.self)().power == 112)
    #expect(try container.resolve((any Engine)?.self)?.power == 112)
  }

  @Test func `a decorator has needs of its own`() throws {
    let container = try Container {
      Bind(Gauge.init).in(.singleton)
      Bind((any Engine).self, HybridEngine.init)
      Decorate((any Engine).self) { (inner: any Engine, gauge: Gauge) in Cover(inner, gauge: gauge) }
    }
    let engine = try container.resolve((any Engine).self)
    #expect(try (engine as? Cover)?.gauge === container.resolve(Gauge.self))
  }

  @Test func `a decorator names its needs, and the wrapped value is none of them`() throws {
    let container = try Container {
      Bind { Radio(frequency: 1) }
      Bind { Radio(frequency: 2) }.named("left")
      Bind { Radio(frequency: 3) }.named("right")
      Bind((any Engine).self, HybridEngine.init)
      Decorate(Radio.self) { (inner: Radio, left: Radio, right: Provider<Radio>) in
        Radio(frequency: inner.frequency * 100 + left.frequency * 10 + right().frequency)
      }.needs(Radio.self, named: "left", "right")
      Decorate((any Engine).self) { (inner: any Engine, radio: Radio) in
        radio.frequency == 3 ? TunedEngine(inner: inner) : inner
      }.needs(Key(Radio.self, named: "right"))
    }
    #expect(try container.resolve(Radio.self).frequency == 123)
    #expect(try container.resolve((any Engine).self).label == "tuned hybrid")
  }

  @Test func `a decorator allows an empty collection, and declares what it resolves`() throws {
    let container = try Container {
      Bind { Radio(frequency: 1) }
      Bind(Wheel.init)
      Decorate(Radio.self) { (inner: Radio, engines: [any Engine], resolver: any Resolver) in
        _ = try resolver.resolve(Wheel.self)
        return Radio(frequency: inner.frequency + (engines.isEmpty ? 10 : 20))
      }.allowEmpty([any Engine].self).needs(Wheel.self)
    }
    #expect(try container.resolve(Radio.self).frequency == 11)
    let needs = container.graph.bindings.last?.needs.map { "\($0.key) \($0.place)" }
    #expect(needs == ["Radio parameter", "[any Engine] parameter", "any Resolver parameter", "Wheel declared"])
  }

  @Test func `a name for the wrapped value is a finding`() throws {
    let error = #expect(throws: GraphError.self) {
      try Container {
        Bind { Radio(frequency: 1) }
        Bind(Wheel.init)
        Decorate(Radio.self) { (inner: Radio, _: Wheel) in inner }.needs(Radio.self, named: "left")
      }
    }
    let findings = error?.report.diagnostics.map { [$0.message] + $0.notes }
    let message = "in the decorator of 'Radio', no parameter takes 'Radio', which 'needs' names"
    #expect(findings == [[message, "besides the wrapped value it takes Wheel"]])
  }

  @Test func `a decorator of a name leaves the plain bind alone`() throws {
    let container = try Container {
      Bind { Radio(frequency: 1) }
      Bind { Radio(frequency: 2) }.named("loud")
      Decorate(Radio.self) { (radio: Radio) in Radio(frequency: radio.frequency * 10) }.named("loud")
    }
    #expect(try container.resolve(Radio.self).frequency == 1)
    #expect(try container.resolve(Radio.self, named: "loud").frequency == 20)
  }

  @Test func `a decorator wraps the override, not what was replaced`() throws {
    let built = Counter()
    let container = try Container {
      Bind((any Engine).self) {
        built.add()
        return HybridEngine()
      }
      Decorate((any Engine).self) { (inner: any Engine) in TunedEngine(inner: inner) }
    }
    let copy = try container.rebuilt { Bind((any Engine).self) { DieselEngine() } }
    #expect(try copy.resolve((any Engine).self).label == "tuned diesel")
    #expect(built.value == 0)
    #expect(try container.resolve((any Engine).self).label == "tuned hybrid")
  }

  @Test func `a decorator of a singleton is built once and closed with it`() throws {
    let built = Counter()
    let log = Log()
    let container = try Container {
      Bind((any Engine).self, HybridEngine.init).in(.singleton).onClose { log.add("closed \($0.label)") }
      Decorate((any Engine).self) { (inner: any Engine) in
        built.add()
        return Cover(inner)
      }
    }
    let first = try container.resolve((any Engine).self) as? Cover
    #expect(try first === container.resolve((any Engine).self) as? Cover)
    #expect(built.value == 1)
    try container.close()
    #expect(log.lines == ["closed hybrid"])
  }

  @Test func `a decorator of a transient is made for every request`() throws {
    let container = try Container {
      Bind((any Engine).self, HybridEngine.init)
      Decorate((any Engine).self) { (inner: any Engine) in Cover(inner) }
    }
    #expect(try container.resolve((any Engine).self) as? Cover !== container.resolve((any Engine).self) as? Cover)
  }

  @Test func `a decorator of a weak bind lives while somebody holds it`() throws {
    let alive = Counter()
    let container = try Container {
      Bind { Tracked(alive) }.in(.weak)
      Decorate(Tracked.self) { (inner: Tracked) in
        _ = inner
        return Tracked(alive)
      }
    }
    var held: Tracked? = try container.resolve(Tracked.self)
    #expect(try held === container.resolve(Tracked.self))
    #expect(alive.value == 1, "the inner one is held by nobody")
    held = nil
    #expect(alive.value == 0)
  }

  @Test func `a decorator of a scoped bind belongs to the open scope`() throws {
    let container = try Container {
      Bind((any Engine).self, HybridEngine.init).in(.scoped(Yard.self))
      Decorate((any Engine).self) { (inner: any Engine) in Cover(inner) }
    }
    let first = try container.openScope(Yard.self)
    let second = try container.openScope(Yard.self)
    let cover = try first.resolve((any Engine).self) as? Cover
    #expect(try cover === first.resolve((any Engine).self) as? Cover)
    #expect(try cover !== second.resolve((any Engine).self) as? Cover)
    #expect(failure { try container.resolve((any Engine).self) }.hasPrefix("[scope-not-open]"))
  }

  @Test func `a decorator of a graph bind is shared within one request`() throws {
    let container = try Container {
      Bind { (one: any Engine, two: any Engine) in [one, two] }
      Bind((any Engine).self, HybridEngine.init).in(.graph)
      Decorate((any Engine).self) { (inner: any Engine) in Cover(inner) }
    }
    let engines = try container.resolve([any Engine].self).map { $0 as? Cover }
    #expect(engines[0] != nil && engines[0] === engines[1])
    #expect(try container.resolve((any Engine).self) as? Cover !== engines[0])
  }

  @Test func `a decorator hands the arguments of a request on to what it wraps`() throws {
    let container = try Container {
      Bind(Radio.init).arguments(Double.self)
      Decorate(Radio.self) { (radio: Radio, step: Int) in Radio(frequency: radio.frequency + Double(step)) }
      Decorate(Radio.self) { (radio: Radio) in Radio(frequency: radio.frequency * 10) }
      Bind { 2 }
      Bind { (radio: Factory<Radio, Double>) in radio(1).frequency }
    }
    #expect(try container.resolve(Radio.self, arguments: 100.0).frequency == 1_020)
    #expect(try container.resolve(Double.self) == 30)
    #expect(
      failure { try container.resolve(Radio.self) } == """
        [wrong-arguments] 'Radio' is made with the arguments (Double), not ()
        Radio -> Radio -> Radio
        """)
  }

  @Test func `an error in a decorator names it, and the next request tries again`() throws {
    let attempts = Counter()
    let container = try Container {
      Bind((any Engine).self, HybridEngine.init).in(.singleton)
      Decorate((any Engine).self) { (inner: any Engine) in
        if attempts.add() == 1 { throw Breakdown() }
        return Cover(inner)
      }
    }
    #expect(
      failure { try container.resolve((any Engine).self) } == """
        [failed-factory] the factory of 'any Engine' threw: Breakdown(reason: "out of fuel")
        any Engine
        """)
    #expect(try container.resolve((any Engine).self).label == "covered hybrid")
  }

  @Test func `a decorator that wraps nothing is a finding`() {
    let report = Container.check(InlineModule { Decorate(Radio.self) { (radio: Radio) in radio } })
    #expect(report.errors.map(\.id) == [.nothingToDecorate])
  }

  @Test func `of a private bind wraps nothing, and the help says so`() {
    let report = Container.check(
      InlineModule("till") {
        Bind { 1.5 }.private
        Decorate(Double.self) { (inner: Double) in inner * 2 }
        Bind { (price: Double) in "\(price)" }
      })
    #expect(
      report.errors.map(\.help) == [
        "a decorator wraps no .private binding: wrap the value in the closure of its binding, or let that binding be seen"
      ])
  }
}
