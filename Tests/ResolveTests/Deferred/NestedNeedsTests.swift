// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

/// Everything that can be made from a wheel, as needs of one type.
private struct Stock {
  let optional: Wheel?
  let provider: Provider<Wheel>
  let list: [Wheel]
  let byName: [String: Wheel]
  let providerOfList: Provider<[Wheel]>
  let lazyOptional: Lazy<Wheel?>
  let optionalProvider: Provider<Wheel>?
  let listOfProviders: [Provider<Wheel>]
  let providersByName: [String: Provider<Wheel>]
  let lazyFactory: Lazy<Factory<Wheel>>
  let providerOfProvider: Provider<Provider<Wheel>>
  let closureOfList: () -> [Wheel]
  let closureOfOptional: @Sendable () throws -> Wheel?
  let lazyListOfLazies: Lazy<[Lazy<Wheel>]>
}

@Suite struct NestedNeedsTests {
  private func container() throws -> Container {
    try Container {
      Bind(Stock.init)
      Bind(Wheel.init).in(.singleton)
      Bind(Wheel.init).contribute(key: "left")
      Bind(Wheel.init).contribute(key: "right").in(.singleton)
      Bind(Wheel.init).contribute()
    }
  }

  @Test func `closures nest in all that can be needed`() throws {
    let container = try Container {
      Bind(Wheel.init).in(.singleton)
      Bind { 7 }.contribute()
      Bind { (later: Lazy<@Sendable () -> Wheel>, wheel: Wheel) in "\(later()() === wheel)" }
      Bind { (list: [@Sendable () -> Int]) in list.reduce(0.0) { $0 + Double($1()) } }
    }
    #expect(try container.resolve(String.self) == "true")
    #expect(try container.resolve(Double.self) == 7)
  }

  @Test func `needs nest in each other and lead to the same binds`() throws {
    let container = try container()
    let wheel = try container.resolve(Wheel.self)
    let stock = try container.resolve(Stock.self)
    #expect(stock.optional === wheel)
    #expect(stock.provider() === wheel)
    #expect(stock.list.count == 3)
    #expect(stock.byName.keys.sorted() == ["left", "right"])
    #expect(stock.lazyOptional() === wheel)
    #expect(stock.optionalProvider?() === wheel)
    #expect(stock.lazyFactory()() === wheel)
    #expect(stock.providerOfProvider()() === wheel)
    #expect(try stock.closureOfOptional() === wheel)
  }

  @Test func `parts keep their scopes inside providers and closures`() throws {
    let container = try container()
    let stock = try container.resolve(Stock.self)
    let right = stock.list[1]
    #expect(stock.providerOfList()[1] === right)
    #expect(stock.providerOfList()[0] !== stock.list[0])
    #expect(stock.closureOfList()[1] === right)
    #expect(stock.listOfProviders.count == 3)
    #expect(stock.listOfProviders[1]() === right)
    #expect(stock.listOfProviders[0]() !== stock.listOfProviders[0]())
    #expect(stock.providersByName["right"]?() === right)
    let lazies = stock.lazyListOfLazies()
    #expect(lazies[1]() === right)
    #expect(lazies[2]() === lazies[2]())
  }

  @Test func `the program asks for nested needs as factories do`() throws {
    let container = try container()
    let wheel = try container.resolve(Wheel.self)
    #expect(try container.resolve(Lazy<Provider<Wheel?>>.self)()() === wheel)
    #expect(try container.resolve(Provider<[Provider<Wheel>]>.self)().count == 3)
    #expect(try container.resolve([Lazy<Wheel>].self).count == 3)
    #expect(try container.resolve((() -> Wheel)?.self)?() === wheel)
  }

  @Test func `an optional is nil when nothing is bound, at every depth`() throws {
    let container = try Container {
      Bind { (one: Road?, two: Provider<Road>?, three: Lazy<Road?>, four: [Road]?) in
        [one == nil, two == nil, three() == nil, four == nil]
      }
    }
    #expect(try container.resolve([Bool].self) == [true, true, true, true])
    #expect(try container.resolve(Road?.self) == nil)
    #expect(try container.resolve(Provider<Road?>.self)() == nil)
  }

  @Test func `an optional does not hide a factory's failure`() throws {
    let container = try Container {
      Bind { () throws -> Road in throw Breakdown() }
      Bind { (road: Road?) in road?.name ?? "none" }
    }
    #expect(
      failure { try container.resolve(String.self) } == """
        [failed-factory] the factory of 'Road' threw: Breakdown(reason: "out of fuel")
        String -> Road
        """)
    #expect(failure { try container.resolveIfBound(Road.self) }.hasPrefix("[failed-factory]"))
  }

  @Test func `a bind of an optional type may make nil, and is not an answer for the plain type`() throws {
    let container = try Container {
      Bind { Radio?.none }
      Bind { (radio: Radio?) in radio == nil }
      Bind { (radio: Provider<Radio?>) in radio() == nil ? "silence" : "music" }
    }
    #expect(try container.resolve(Bool.self))
    #expect(try container.resolve(String.self) == "silence")
    #expect(try container.resolve(Radio?.self) == nil)
    let error = #expect(throws: ResolutionError.self) { try container.resolve(Radio.self) }
    #expect(error?.code == .missing)
    #expect(error?.diagnostic.similar.count == 1, "the bind of the optional is shown")
    let report = Container.check(
      InlineModule {
        Bind { Radio?.none }
        Bind { (radio: Radio) in radio.frequency }
      })
    #expect(report.errors.map(\.id) == [.missingBinding])
  }

  @Test func `a factory without arguments is for the program what it is for a bind: the arguments have their defaults`() throws {
    let container = try Container {
      Bind { "built \($0 as Int)" }.arguments(defaults: 2010)
      Bind { (make: Factory<String>) in Radio(frequency: Double(make().count)) }
      Bind { Road(name: "\($0 as Int)") }.arguments(Int.self)
    }
    #expect(try container.resolve(Radio.self).frequency == 10)
    #expect(try container.resolve(Factory<String>.self).make() == "built 2010")
    #expect(
      failure { try container.resolve(Factory<Road>.self).make() }
        == "[wrong-arguments] 'Road' is made with the arguments (Int), not ()\nRoad")
  }
}
