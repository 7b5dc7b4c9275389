// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailNames
internal import Program

extension Services {
  private typealias Wired = (Hand, Closures, Container, Members, Cells)

  static func workloads() throws -> [Workload] {
    let wired = (Hand(), closures(), try container(), Members(), Cells())
    try warm(wired)
    return [
      singleton(wired), awaited(wired), service(wired), transient(wired), combined(wired), complex(wired), try factory(wired),
      arguments(wired), named(wired), byString(wired),
    ] + scattered(wired)
  }

  /// Makes everything shared, so that what is measured is its use.
  private static func warm(_ wired: Wired) throws {
    let (hand, closures, container, members, cells) = wired
    keep(hand.complex)
    keep(closures(Complex.self))
    keep(closures(Clock.self, named: "second"))
    keep(try container.resolve(Complex.self))
    keep(try container.resolve((any Service).self))
    keep(try container.resolve(.second))
    keep(try container.resolve("clock", as: Clock.self))
    keep(members.complex)
    keep(members.service)
    keep(cells.complex)
  }

  /// A ready singleton.
  private static func singleton(_ wired: Wired) -> Workload {
    let (hand, closures, container, members, cells) = wired
    return Workload(
      "singleton", makes: 0,
      [
        Variant("hand") { for _ in 0..<$0 { keep(hand.clock) } },
        Variant("closures") { for _ in 0..<$0 { keep(closures(Clock.self)) } },
        Variant("container") { for _ in 0..<$0 { keep(try container.resolve(Clock.self)) } },
        Variant("component") { for _ in 0..<$0 { keep(members.clock) } },
        Variant("cells") { for _ in 0..<$0 { keep(cells.clock) } },
      ])
  }

  /// A ready singleton, awaited.
  private static func awaited(_ wired: Wired) -> Workload {
    let (hand, _, container, _, _) = wired
    return Workload(
      "awaited", makes: 0,
      [
        Variant("hand", tasks: { for _ in 0..<$0 { keep(await hand.awaitedClock) } }),
        Variant("container", tasks: { for _ in 0..<$0 { keep(try await container.resolve(Clock.self)) } }),
      ])
  }

  /// A ready singleton behind a protocol.
  private static func service(_ wired: Wired) -> Workload {
    let (hand, closures, container, members, cells) = wired
    return Workload(
      "protocol", makes: 0,
      [
        Variant("hand") { for _ in 0..<$0 { keep(hand.service) } },
        Variant("closures") { for _ in 0..<$0 { keep(closures((any Service).self)) } },
        Variant("container") { for _ in 0..<$0 { keep(try container.resolve((any Service).self)) } },
        Variant("component") { for _ in 0..<$0 { keep(members.service) } },
        Variant("cells") { for _ in 0..<$0 { keep(cells.service) } },
      ])
  }

  /// An object without needs.
  private static func transient(_ wired: Wired) -> Workload {
    let (hand, closures, container, members, cells) = wired
    return Workload(
      "transient", makes: 1,
      [
        Variant("hand") { for _ in 0..<$0 { keep(hand.ticket) } },
        Variant("closures") { for _ in 0..<$0 { keep(closures(Ticket.self)) } },
        Variant("container") { for _ in 0..<$0 { keep(try container.resolve(Ticket.self)) } },
        Variant("component") { for _ in 0..<$0 { keep(members.ticket) } },
        Variant("cells") { for _ in 0..<$0 { keep(cells.ticket) } },
      ])
  }

  /// An object with one singleton and one transient.
  private static func combined(_ wired: Wired) -> Workload {
    let (hand, closures, container, members, cells) = wired
    return Workload(
      "combined", makes: 2,
      [
        Variant("hand") { for _ in 0..<$0 { keep(hand.combined) } },
        Variant("closures") { for _ in 0..<$0 { keep(closures(Combined.self)) } },
        Variant("container") { for _ in 0..<$0 { keep(try container.resolve(Combined.self)) } },
        Variant("component") { for _ in 0..<$0 { keep(members.combined) } },
        Variant("cells") { for _ in 0..<$0 { keep(cells.combined) } },
      ])
  }

  /// An object with three singletons, and three transients that each take one of them.
  private static func complex(_ wired: Wired) -> Workload {
    let (hand, closures, container, members, cells) = wired
    return Workload(
      "complex", makes: 4,
      [
        Variant("hand") { for _ in 0..<$0 { keep(hand.complex) } },
        Variant("closures") { for _ in 0..<$0 { keep(closures(Complex.self)) } },
        Variant("container") { for _ in 0..<$0 { keep(try container.resolve(Complex.self)) } },
        Variant("component") { for _ in 0..<$0 { keep(members.complex) } },
        Variant("cells") { for _ in 0..<$0 { keep(cells.complex) } },
      ])
  }

  /// A ready singleton with a name; by hand a name is a property.
  private static func named(_ wired: Wired) -> Workload {
    let (hand, closures, container, _, _) = wired
    return Workload(
      "named", makes: 0,
      [
        Variant("hand") { for _ in 0..<$0 { keep(hand.clock) } },
        Variant("closures") { for _ in 0..<$0 { keep(closures(Clock.self, named: "second")) } },
        Variant("container") { for _ in 0..<$0 { keep(try container.resolve(.second)) } },
      ])
  }

  /// A ready singleton of a graph by name.
  private static func byString(_ wired: Wired) -> Workload {
    let (hand, closures, container, _, _) = wired
    return Workload(
      "string", makes: 0,
      [
        Variant("hand") { for _ in 0..<$0 { keep(hand.clock) } },
        Variant("closures") { for _ in 0..<$0 { keep(closures(Clock.self, named: "second")) } },
        Variant("container") { for _ in 0..<$0 { keep(try container.resolve("clock", as: Clock.self)) } },
      ])
  }

  /// An object with two run-time arguments and two needs, from a factory that somebody holds.
  private static func factory(_ wired: Wired) throws -> Workload {
    let (hand, closures, container, members, cells) = wired
    let makeReport = closures((@Sendable (String, Int) -> Invoice).self)
    let office = try container.resolve(Office.self)
    return Workload(
      "factory", makes: 2,
      [
        Variant("hand") { for page in 0..<$0 { keep(hand.invoice(title: "seven", page: page)) } },
        Variant("closures") { for page in 0..<$0 { keep(makeReport("seven", page)) } },
        Variant("container") { for page in 0..<$0 { keep(try office.invoice.make("seven", page)) } },
        Variant("component") { for page in 0..<$0 { keep(members.invoice(title: "seven", page: page)) } },
        Variant("cells") { for page in 0..<$0 { keep(cells.invoice(title: "seven", page: page)) } },
      ])
  }

  /// The same object, requested with the arguments directly.
  private static func arguments(_ wired: Wired) -> Workload {
    let (hand, _, container, _, _) = wired
    let key = Key(Invoice.self)
    return Workload(
      "arguments", makes: 2,
      [
        Variant("hand") { for page in 0..<$0 { keep(hand.invoice(title: "seven", page: page)) } },
        Variant("container") { for page in 0..<$0 { keep(try container.resolve(key, arguments: "seven", page)) } },
      ])
  }

  /// A ready singleton, and an object with needs, as members on lines far apart; by hand as ever.
  private static func scattered(_ wired: Wired) -> [Workload] {
    let (hand, members) = (wired.0, Scattered())
    keep(members.complex)
    return [
      Workload(
        "scattered", makes: 0,
        [
          Variant("hand") { for _ in 0..<$0 { keep(hand.clock) } },
          Variant("component") { for _ in 0..<$0 { keep(members.log) } },
        ]),
      Workload(
        "scattered-complex", makes: 4,
        [
          Variant("hand") { for _ in 0..<$0 { keep(hand.complex) } },
          Variant("component") { for _ in 0..<$0 { keep(members.complex) } },
        ]),
    ]
  }
}
