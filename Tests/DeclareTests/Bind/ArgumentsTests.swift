// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

private struct Report: Sendable {
  let title: String
  let road: Road
  let pages: Int
}

private struct Pair: Sendable, Equatable {
  let left: Int
  let right: Int
}

private class Animal: @unchecked Sendable {
  var name: String { "animal" }
}

private final class Dog: Animal, @unchecked Sendable {
  override var name: String { "dog" }
}

@Suite struct ArgumentsTests {
  @Test func `defaults for some of the arguments are none`() throws {
    let some = Bind(Pair.init).arguments(Int.self).arguments(defaults: 3)
    let container = try Container { some }
    #expect(try container.resolve(Pair.self, arguments: 1, 2) == Pair(left: 1, right: 2))
    #expect(throws: ResolutionError.self) { try container.resolve(Pair.self) }
    let report = Container.check(
      InlineModule("Pairs") {
        some
        DefaultArgument(1, of: Pair.self, 4)
      })
    #expect(report.errors.map(\.message) == ["'Pair' has no default for argument 1"])
  }

  @Test func `a default may be of a class under the parameter's`() throws {
    let dog: Animal = Dog()
    let container = try Container { Bind { (animal: Animal) in animal.name }.arguments(defaults: dog) }
    #expect(try container.resolve(String.self) == "dog")
  }

  private func container() throws -> Container {
    try Container {
      Bind(Report.init).arguments(String.self, Int.self)
      Bind { Road() }.in(.singleton)
      Bind(Pair.init).arguments(Int.self, Int.self)
      Bind { (text: String?, count: Int) in "\(text ?? "none") \(count)" }.arguments(String?.self).needs(Int.self, named: "n")
      Bind { 3 }.named("n")
    }
  }

  @Test func `arguments come from the caller, the rest from the container`() throws {
    let container = try container()
    let report = try container.resolve(Report.self, arguments: "tyres", 3)
    #expect(report.title == "tyres")
    #expect(report.pages == 3)
    #expect(try report.road === container.resolve(Road.self))
  }

  @Test func `arguments of one type go to the parameters in their order`() throws {
    #expect(try container().resolve(Pair.self, arguments: 1, 2) == Pair(left: 1, right: 2))
  }

  @Test func `an optional argument may be nil`() throws {
    let container = try container()
    #expect(try container.resolve(String.self, arguments: String?.none) == "none 3")
    #expect(try container.resolve(String.self, arguments: String?.some("wheels")) == "wheels 3")
  }

  @Test func `every call makes its own value`() throws {
    let container = try container()
    let make: Factory<Report, String, Int> = try container.resolve()
    #expect(try (1...3).map { try make.make("report", $0).pages } == [1, 2, 3])
    #expect(make("report", 4).pages == 4)
  }

  static let mistakes: [(String, String, @Sendable (Container) throws -> Any)] = [
    ("none", "()", { try $0.resolve(Report.self) }),
    ("too few", "(String)", { try $0.resolve(Report.self, arguments: "tyres") }),
    ("too many", "(String, Int, Int)", { try $0.resolve(Report.self, arguments: "tyres", 3, 4) }),
    ("in the wrong order", "(Int, String)", { try $0.resolve(Report.self, arguments: 3, "tyres") }),
    ("of another type", "(String, Int?)", { try $0.resolve(Report.self, arguments: "tyres", Int?.some(3)) }),
    ("of a provider", "()", { try $0.resolve(Provider<Report>.self).make() }),
    ("of a closure", "()", { try $0.resolve((() throws -> Report).self)() }),
    ("of a factory", "(String, Int, Bool)", { try $0.resolve(Factory<Report, String, Int, Bool>.self).make("a", 3, true) }),
    ("of a shorter factory", "(String)", { try $0.resolve(Factory<Report, String>.self).make("a") }),
  ]

  @Test(arguments: mistakes.indices) func `other arguments are an error that names both lists`(index: Int) throws {
    let (mistake, given, request) = Self.mistakes[index]
    let container = try container()
    #expect(
      failure { try request(container) } == """
        [wrong-arguments] 'Report' is made with the arguments (String, Int), not \(given)
        Report
        """, "\(mistake)")
  }

  @Test func `arguments for a bind that takes none are an error`() throws {
    let container = try container()
    #expect(
      failure { try container.resolve(Road.self, arguments: 3) } == """
        [wrong-arguments] 'Road' is made with the arguments (), not (Int)
        Road
        """)
    #expect(failure { try container.resolve(Factory<Road, Int>.self).make(3) }.hasPrefix("[wrong-arguments]"))
  }

  @Test func `a need with other arguments is a finding before anything runs`() {
    let report = Container.check(
      InlineModule {
        Bind(Report.init).arguments(String.self, Int.self)
        Bind { Road() }
        Bind { (report: Factory<Report, Int>) in report(3).title }
        Bind { (report: Report) in report.pages }
      })
    #expect(report.errors.map(\.id) == [.wrongArguments, .wrongArguments], "\(report)")
  }

  @Test func `a shared bind cannot take arguments`() {
    let report = Container.check(InlineModule { Bind(Pair.init).arguments(Int.self, Int.self).in(.singleton) })
    #expect(report.errors.map(\.id) == [.wrongArguments], "\(report)")
  }

  @Test func `a default is replaced behind a decorator, and for the type that is meant`() throws {
    func twin() -> (module: InlineModule, value: (Container) throws -> Int) {
      struct Twin: Sendable { let number: Int }
      let module = InlineModule {
        Bind(Twin.init).arguments(defaults: 1)
        DefaultArgument(0, of: Twin.self, 2)
        Decorate(Twin.self) { (inner: Twin) in Twin(number: inner.number * 10) }
      }
      return (module, { try $0.resolve(Twin.self).number })
    }
    func other() -> (module: InlineModule, value: (Container) throws -> Int) {
      struct Twin: Sendable { let number: Int }
      let module = InlineModule {
        Bind(Twin.init).arguments(defaults: 1)
        DefaultArgument(0, of: Twin.self, 3)
      }
      return (module, { try $0.resolve(Twin.self).number })
    }
    let (one, two) = (twin(), other())
    let container = try Container(one.module, two.module)
    #expect(try one.value(container) == 20)
    #expect(try two.value(container) == 3)
  }

  @Test func `a default reaches the private bind of its own module, and no other module's`() throws {
    struct Home: Module {
      let name: String
      var bindings: Bindings {
        Bind { (number: Int) in "\(number)" }.arguments(defaults: 3).private
        Bind { (text: String) in Road(name: text) }.named(name)
        if name == "own" { DefaultArgument(0, of: String.self, 9) }
      }
    }
    let container = try Container(Home(name: "own"), Home(name: "other"))
    #expect(try container.resolve(Road.self, named: "own").name == "9")
    #expect(try container.resolve(Road.self, named: "other").name == "3")
  }

  @Test func `a factory gives arguments through the bind of a class to its subclass`() throws {
    let container = try Container {
      Bind { (text: String) in Board(text) }.arguments(defaults: "plain")
      Bind(Placard.self) { (board: Board) in board }
      Bind { (make: Factory<Placard, String>, sign: Placard) in [make("given").text, sign.text] }
    }
    #expect(try container.resolve([String].self) == ["given", "plain"])
    #expect(
      Container.check(
        InlineModule("signs") {
          Bind { (text: String) in Board(text) }.arguments(defaults: "plain")
          Bind(Placard.self) { (board: Board) in board }
          Bind { (make: Factory<Placard, Int>) in make(1).text }
        }
      ).diagnostics.map(\.message) == ["'Placard' takes the arguments (String), but 'String' gives (Int)"])
  }

  @Test(arguments: [StandIns.none, .all])
  func `arguments pass through the bind of a class to its subclass, with decorators and stand-ins`(standIns: StandIns) throws {
    let signs = InlineModule("signs") {
      Bind { (text: String) in Board(text) }.arguments(defaults: "plain")
      Bind(Placard.self) { (board: Board) in board }.standIn { (board: Board) in board }
      Decorate(Placard.self) { (inner: Placard, mark: Mark) in Board(mark.text + inner.text) }
      Bind { Mark(text: "*") }
    }
    let container = try Container(signs, standIns: standIns)
    #expect(try container.resolve(Placard.self).text == "*plain")
    #expect(try container.resolve(Placard.self, arguments: "given").text == "*given")
  }

  @Test func `arguments pass through an asynchronous bind of a class to its subclass`() async throws {
    let container = try Container {
      Bind { (text: String) in Board(text) }.arguments(defaults: "plain")
      Bind(Placard.self) { (board: Board) async in board }
    }
    #expect(try await container.resolve(Key<Placard>(), arguments: "given").text == "given")
  }
}

private class Placard: @unchecked Sendable {
  let text: String
  init(_ text: String) { self.text = text }
}

private final class Board: Placard, @unchecked Sendable {}

private struct Mark: Sendable { let text: String }
