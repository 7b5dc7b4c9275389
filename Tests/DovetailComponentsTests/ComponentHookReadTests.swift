// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailComponents
import Testing
import CoreTestSupport
import TestSupport

/// What the `onClose` of a member reads of its component.
@Suite struct ComponentHookReadTests {
  private final class Jetty: Component, Sendable {
    let instances = Instances()
    let log = Log()
    let sources = Counter()

    var plank: Wheel { get throws { try single { () throws -> Wheel in Wheel() } } }
    var lamp: Wheel { get throws { try single { () throws -> Wheel in Wheel() } } }
    var buoy: Road { get throws { try weak { () throws -> Road in Road() } } }
    var source: Wheel { single(onClose: { [self] _ in log.add("source") }) { Wheel() } }
    var boat: Axle {
      get throws {
        try single(onClose: { [self] in log.add("\((try? plank) === $0.left)") }) {
          let plank = try plank
          return Axle(left: plank, right: plank)
        }
      }
    }
    var anchor: Wheel { single(onClose: { [self] _ in log.add("\((try? buoy) != nil)") }) { Wheel() } }
  }

  private func closeAtOnce(_ jetty: Jetty) throws { try withoutAwaiting { try jetty.close() } }

  @Test func `is what was made before an override`() throws {
    let jetty = Jetty()
    _ = try jetty.boat
    try jetty.override({ try $0.lamp }, with: Wheel())
    try closeAtOnce(jetty)
    #expect(jetty.log.lines == ["true"])
  }

  @Test func `is what was made outside of withOverrides, also when the component is closed inside`() throws {
    let jetty = Jetty()
    _ = try jetty.boat
    try withOverrides { try closeAtOnce(jetty) }
    #expect(jetty.log.lines == ["true"])
  }

  /// A ferry lies at its dock.
  private final class Harbour: Component, Sendable {
    let instances = Instances()
    let log = Log()

    var dock: Wheel {
      single(onClose: { [log] _ in log.add("dock") }) {
        log.add("made")
        return Wheel()
      }
    }
    var lamp: Road { single { Road() } }
    var ferry: Axle {
      single(onClose: { [self] in log.add("\($0.left === dock)") }) { Axle(left: dock, right: dock) }
    }
  }

  @Test(arguments: [false, true])
  func `is what was made inside of withOverrides, at its end`(isAwaited: Bool) async throws {
    let harbour = Harbour()
    if isAwaited {
      try await withOverrides { () async throws in _ = harbour.ferry }
    } else {
      try withoutAwaiting { try withOverrides { _ = harbour.ferry } }
    }
    #expect(harbour.log.lines == ["made", "true", "dock"])
  }

  /// What is written when a till closes.
  private final class Shop: Component, Sendable {
    let instances = Instances()
    let log = Log()
    let hook = Box<@Sendable () -> Void>()

    var pen: Road { single { Road(name: "real") } }
    var till: Wheel {
      single(onClose: { [self] _ in
        log.add(pen.name)
        hook.value?()
      }) { Wheel() }
    }
  }

  @Test func `is what was made inside of withOverrides before something else was overridden`() throws {
    let harbour = Harbour()
    try withOverrides {
      _ = harbour.ferry
      try harbour.override(\.lamp, with: Road())
    }
    #expect(harbour.log.lines == ["made", "true", "dock"])
  }

  @Test func `is never what an override inside of withOverrides has replaced`() throws {
    let shop = Shop()
    try withOverrides {
      _ = shop.pen
      try shop.override(\.pen, with: Road(name: "fake"))
      _ = shop.till
    }
    #expect(shop.log.lines == ["fake"])
  }

  @Test func `is what the hook overrides itself`() throws {
    let shop = Shop()
    shop.hook.value = { [unowned shop] in
      try? withOverrides {
        _ = shop.pen
        try shop.override(\.pen, with: Road(name: "inside"))
        shop.log.add(shop.pen.name)
      }
    }
    try withOverrides { _ = (shop.pen, shop.till) }
    #expect(shop.log.lines == ["real", "inside"])
  }

  @Test func `may be an object that others hold`() throws {
    let jetty = Jetty()
    let held = try jetty.buoy
    _ = jetty.anchor
    try closeAtOnce(jetty)
    withExtendedLifetime(held) {}
    #expect(jetty.log.lines == ["true"])
  }

  @Test func `a value that was given outside closes with its component, also when it was read inside withOverrides only`() throws
  {
    let jetty = Jetty()
    try jetty.override(\.source, with: Wheel())
    try withOverrides { _ = jetty.source }
    #expect(jetty.log.lines == [])
    try closeAtOnce(jetty)
    #expect(jetty.log.lines == ["source"])
  }

  private final class Shed: Component, Sendable {
    let instances = Instances()
    let alive: Counter
    init(_ alive: Counter) { self.alive = alive }

    var tool: Tracked { single { Tracked(alive) } }
    var lamp: Wheel { single { Wheel() } }
  }

  @Test func `a task that the factory of an override has started does not keep the component`() async throws {
    let (alive, door) = (Counter(), Door())
    var shed: Shed? = Shed(alive)
    _ = shed?.tool
    let task = Box<Task<Void, Never>>()
    try shed?.override(\.lamp) { _ in
      task.value = Task { await door.pass() }
      return Wheel()
    }
    #expect(alive.value == 1)
    shed = nil
    #expect(alive.value == 0)
    door.open()
    await task.value?.value
  }

  @Test func `the factory of an override inside that of another one reads both as they will be`() throws {
    let (jetty, other, seen) = (Jetty(), Jetty(), Box<Wheel>())
    _ = jetty.source
    try jetty.override({ try $0.lamp }) { _ in
      try other.override({ try $0.lamp }) { _ in
        seen.value = jetty.source
        return Wheel()
      }
      return Wheel()
    }
    #expect(seen.value === jetty.source)
  }
}
