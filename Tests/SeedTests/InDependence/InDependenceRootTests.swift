// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailInjected
import DovetailRelatives
import Synchronization
import Testing
import TestSupport

private protocol Parked: AnyObject {}

private class Boat: Parked, Injectable {
  var mast: Mast?
  required init() {}
  class var binding: AnyBind { AnyBind(Bind(Self.init)).require(\Boat.mast) }
}

private final class Yacht: Boat {}

private final class Mast: Injectable {
  weak var boat: Boat?
  weak var yacht: Yacht?
  weak var parked: (any Parked)?
  init() {}
  static var binding: AnyBind {
    AnyBind(Bind(Mast.init)).reference(\Mast.boat).reference(\Mast.yacht).reference(\Mast.parked)
  }
}

private final class Buoy: Injectable {
  weak var mast: Mast?
  init() {}
  static var binding: AnyBind { AnyBind(Bind(Buoy.init)).reference(\Buoy.mast) }
}

@Suite("InDependence: the container as the root") struct InDependenceRootTests {
  @Test func `IND-10: a tree is kept where a binding refers to relatives, awakes or is carried by its type`() throws {
    final class Crate { var lid: Lid? }
    final class Lid {}
    struct CrateModule: Module {
      var bindings: Bindings {
        Bind(Crate.init).require(\.lid)
        Bind(Lid.init)
      }
    }
    let plain = try Container(CrateModule())
    let crate = try plain.resolve(Crate.self)
    #expect(plain.tree.roots.isEmpty && crate.lid.map { plain.tree.parent(of: $0) == nil } == true)
    let awake = try Container {
      CrateModule()
      Bind { "none" }.onAwake { _ in }
    }
    let other = try awake.resolve(Crate.self)
    #expect(awake.tree.roots.first === other)
    #expect(other.lid.flatMap { awake.tree.parent(of: $0) } === other)
  }

  @Test func `IND-11: a request with a parent is completed, as one of its own`() throws {
    let container = try Container()
    let boat = try container.resolve(Yacht.self)
    let mast = try container.resolve(Mast.self, parent: boat)
    #expect(mast.boat === boat && container.tree.children(of: boat).contains { $0 === mast })
    #expect(boat.mast !== mast)
  }

  @Test func `IND-22: a reference matches subclasses and conforming classes, and nothing else`() throws {
    let container = try Container()
    let (boat, yacht) = (try container.resolve(Boat.self), try container.resolve(Yacht.self))
    #expect(yacht.mast?.boat === yacht && yacht.mast?.yacht === yacht && yacht.mast?.parked === yacht)
    #expect(boat.mast?.boat === boat && boat.mast?.parked === boat)
    #expect(boat.mast?.yacht == nil, "a boat is no yacht, and there was none")
  }

  @Test func `IND-23: a root finds what another one has, if that was there before and lives`() throws {
    let container = try Container()
    let early = try container.resolve(Buoy.self)
    var yacht: Yacht? = try container.resolve(Yacht.self)
    let late = try container.resolve(Buoy.self)
    #expect(early.mast == nil && late.mast === yacht?.mast)
    yacht = nil
    #expect(try container.resolve(Buoy.self).mast == nil)
  }

  private final class Stamp: Sendable {
    let text: String
    init(text: String) { self.text = text }
  }

  /// An extension with needs of its own, which chooses, makes, sets needs and completes instead of handing on.
  private final class Harbour: Extension {
    let stamp: Stamp
    let log: Log
    init(stamp: Stamp, log: Log) { (self.stamp, self.log) = (stamp, log) }

    func choose(_ request: Interception, next: (Interception) throws -> Any) throws -> Any {
      request.type == String.self ? stamp.text : try next(request)
    }
    func make(_ request: Interception, next: () throws -> Any) throws -> Any {
      request.type == Boat.self ? Yacht() : try next()
    }
    func setNeeds(of object: Any, _ request: Interception, next: () throws -> Void) throws {
      if !(object is Yacht) { try next() }
    }
    func complete(_ objects: [Any], next: () -> Void) { log.add("complete \(objects.count)") }
  }

  @Test func `IND-57: an extension is made and injected by a container, and given to another one`() throws {
    let tools = try Container {
      Bind { Stamp(text: "stamped") }
      Bind(instance: Log())
      Bind(Harbour.init).in(.singleton)
    }
    let harbour = try tools.resolve(Harbour.self)
    let container = try Container(extensions: [harbour]) { Bind { "plain" } }
    #expect(try container.resolve(String.self) == "stamped")
    #expect(try container.child { Bind { 1 } }.resolve(String.self) == "stamped")
  }

  @Test func `IND-55: each of the four points may take the place of what it would hand on to`() throws {
    let log = Log()
    let container = try Container(extensions: [Harbour(stamp: Stamp(text: "chosen"), log: log)]) {
      Bind { "bound" }
      Bind(Boat.init).require(\.mast)
      Bind(Mast.init).reference(\.boat).onAwake { _ in log.add("awake") }
    }
    #expect(try container.resolve(String.self) == "chosen")
    let boat = try container.resolve(Boat.self)
    #expect(boat is Yacht && boat.mast == nil)
    let mast = try container.resolve(Mast.self, parent: boat)
    #expect(mast.boat == nil, "completing was not handed on")
    #expect(log.lines == ["complete 1", "complete 1"])
  }

  @Test func `IND-56: what is built in is innermost: extensions see a singleton asked for, and made once`() throws {
    struct Watching: Extension {
      let log: Log
      func choose(_ request: Interception, next: (Interception) throws -> Any) throws -> Any {
        log.add("choose")
        return try next(request)
      }
      func make(_ request: Interception, next: () throws -> Any) throws -> Any {
        log.add("make")
        return try next()
      }
    }
    let log = Log()
    let container = try Container(extensions: [Watching(log: log)]) { Bind { Stamp(text: "one") }.in(.singleton) }
    #expect(try container.resolve(Stamp.self) === container.resolve(Stamp.self))
    #expect(log.lines == ["choose", "make", "choose"])
  }

  @Test func `M-7: a bind is added to a working container in one line, by a child`() throws {
    let container = try Container { Bind { Stamp(text: "one") }.in(.singleton) }
    let later = try container.child { Bind(Boat.self) { (yacht: Yacht) in yacht } }
    #expect(try later.resolve(Boat.self) is Yacht)
    #expect(try later.resolve(Stamp.self) === container.resolve(Stamp.self))
    #expect(try !(container.resolve(Boat.self) is Yacht))
  }

  @Test func `M-8: the shared container is replaced in one step, and a module is added to it in one line`() async {
    await #expect(processExitsWith: .success) {
      try Container.install(Container { Bind { Stamp(text: "one") }.in(.singleton) })
      let stamp = try Container.shared.resolve(Stamp.self)
      try Container.replaceShared { try $0.child { Bind(Boat.self) { (yacht: Yacht) in yacht } } }
      #expect(try Container.shared.resolve(Boat.self) is Yacht)
      #expect(try Container.shared.resolve(Stamp.self) === stamp, "the singletons of the outer container stay")
      let new = try Container()
      #expect(Container.replaceShared(with: new) != nil)
      #expect(try Container.shared === new)
    }
  }
}
