// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailRelatives
import Testing
import TestSupport

private final class Horn: Sendable { init() {} }
private final class Seat { init() {} }
private struct Strike: Error {}

private final class Bolt {
  weak var van: Van?
  weak var horn: Horn?
  weak var depot: Depot?
  init() {}
}

private final class Trailer {
  var horn: Horn?
  init() {}
}

private final class Rack {
  let bolt: Bolt
  init(bolt: Bolt) { self.bolt = bolt }
}

private final class Van {
  let rack: Rack
  init(rack: Rack) { self.rack = rack }
}

private final class Depot {
  let van: Van
  init(van: Van) { self.van = van }
}

/// A singleton with a part of its own, a transient, and what fails after both were made.
private struct FailingModule: Module {
  let log: Log

  var bindings: Bindings {
    Bind { [log] (seat: Seat) in
      log.add("horn made")
      return Horn()
    }
    .in(.singleton).onAwake { [log] _ in log.add("horn awake") }
    Bind(Seat.init).onAwake { [log] _ in log.add("seat awake") }
    Bind { (horn: Horn, seat: Seat, number: Int) in "never" }
    Bind { () throws -> Int in throw Strike() }
  }
}

@Suite struct RelativeRequestTests {
  @Test func `what is shared awakes, with its parts, although the request that made it failed`() throws {
    let log = Log()
    let container = try Container(FailingModule(log: log))
    #expect(throws: ResolutionError.self) { try container.resolve(String.self) }
    #expect(log.lines == ["horn made", "seat awake", "horn awake"])
    #expect(container.tree.roots.count == 1, "the transient of the failed request is gone")
    _ = try container.resolve(Horn.self)
    #expect(throws: ResolutionError.self) { try container.resolve(String.self) }
    #expect(log.lines == ["horn made", "seat awake", "horn awake"], "once only")
  }

  @Test func `nothing awakes that failed itself`() throws {
    let log = Log()
    let container = try Container {
      Bind { () throws -> Horn in throw Strike() }.in(.singleton).onAwake { _ in log.add("horn") }
      Bind(Seat.init).onAwake { _ in log.add("seat") }
      Bind { (seat: Seat, horn: Horn) in 1 }.in(.singleton)
    }
    #expect(throws: ResolutionError.self) { try container.resolve(Int.self) }
    #expect(log.lines == [])
  }

  @Test func `a request inside a factory may name a parent of its own`() throws {
    let van = Van(rack: Rack(bolt: Bolt()))
    let whole = Box<Container>()
    let spare = Unchecked<Bolt>()
    let owner = Unchecked(van)
    let container = try Container {
      Bind(Bolt.init).reference(\.van)
      Bind { () throws -> Seat in
        spare.value = try whole.value.flatMap { try $0.resolve(Bolt.self, parent: try #require(owner.value)) }
        return Seat()
      }
    }
    whole.value = container
    let seat = try container.resolve(Seat.self)
    let bolt = try #require(spare.value)
    #expect(bolt.van === van)
    #expect(container.tree.parent(of: bolt) === van)
    #expect(container.tree.roots.map { $0 === seat } == [true])
    whole.value = nil
  }

  @Test func `what awakes may ask for more, which then awakes too`() throws {
    let log = Log()
    let whole = Box<Container>()
    let container = try Container {
      Bind(Seat.init).onAwake { _ in log.add("seat") }
      Bind { Horn() }.onAwake { _ in
        log.add("horn")
        _ = try? whole.value?.resolve(Seat.self)
      }
    }
    whole.value = container
    _ = try container.resolve(Horn.self)
    #expect(log.lines == ["horn", "seat"])
    whole.value = nil
  }

  @Test func `relatives are found across a container and the one that it is made over`() throws {
    let parent = try Container {
      Bind(Bolt.init).reference(\.van).reference(\.depot).reference(\.horn)
      Bind(Horn.init).in(.singleton)
    }
    let child = try parent.child {
      Bind(Rack.init)
      Bind(Van.init)
      Bind(Depot.init)
    }
    let horn = try parent.resolve(Horn.self)
    let depot = try child.resolve(Depot.self)
    let bolt = depot.van.rack.bolt
    #expect(bolt.van === depot.van)
    #expect(bolt.depot === depot)
    #expect(bolt.horn === horn, "it sits under the outer container")
    #expect(child.tree.parent(of: bolt) === depot.van.rack)
    #expect(parent.tree.roots.map { $0 === horn } == [true])
  }

  @Test func `an object that a factory of another container completes awakes when the whole request is done`() throws {
    let log = Log()
    let awaking = try Container { Bind(Seat.init).onAwake { _ in log.add("seat") } }
    let plain = try Container {
      Bind { () throws -> Horn in
        try awaking.inject(into: Seat())
        log.add("horn")
        return Horn()
      }
    }
    _ = try plain.resolve(Horn.self)
    #expect(log.lines == ["horn", "seat"])
  }

  @Test func `a parent that a caller names is one where nothing but extensions looks on`() throws {
    struct Onlooker: Extension {}
    let van = Van(rack: Rack(bolt: Bolt()))
    let container = try Container(extensions: [Onlooker()]) { Bind(Seat.init) }
    let seat = try container.resolve(Seat.self, parent: van)
    #expect(container.tree.parent(of: seat) === van)
  }

  /// Hands an object to a factory that runs on the same thread.
  // SAFETY: each test uses it on one thread.
  private final class Unchecked<Value>: @unchecked Sendable {
    var value: Value?
    init(_ value: Value? = nil) { self.value = value }
  }

  @Test func `an object that was made elsewhere is completed by the bind of its type, also where that is decorated`() throws {
    let log = Log()
    let container = try Container {
      Bind(Horn.init)
      Bind(Trailer.init).require(\.horn).onAwake { _ in log.add("awake") }
      Decorate(Trailer.self) { (inner: Trailer) -> Trailer in
        log.add("decorated")
        return inner
      }
      Decorate(Trailer.self) { (inner: Trailer, horn: Horn) in inner }
    }
    let trailer = Trailer()
    try container.inject(into: trailer)
    #expect(trailer.horn != nil)
    #expect(log.lines == ["awake"])
    _ = try container.resolve(Trailer.self)
    #expect(log.lines == ["awake", "decorated", "awake"])
  }
}
