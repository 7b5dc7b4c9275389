// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Testing

enum ReadingADiagnostic: Guide {
  static let page = "Guides/ReadingADiagnostic"

  #sourceLocation(file:"CarModule.swift",line:1)
  struct CarModule: Module {
    var bindings: Bindings {
      Bind(Car.init).in(.singleton)
      Bind(Dashboard.init)
      Bind(Workshop.init)
      Bind(Radio.init).named("spare")
    }
  }
  #sourceLocation()

  final class Radio: Sendable { init() {} }
  final class Dashboard: Sendable { init(radio: Radio) {} }
  final class Workshop: Sendable { init(radio: Radio) {} }
  final class Car: Sendable { init(dashboard: Dashboard) {} }

  static func messages() throws -> [String] { [shown(Container.check(CarModule()).errors)] }

  @Test static func `roots find what nobody uses`() throws {
    let report = Container.check(CarModule(), roots: [Root(Car.self)])
    #expect(
      report.warnings.map(\.message) == [
        "nothing that the program resolves needs 'ReadingADiagnostic.Workshop'",
        "nothing that the program resolves needs 'ReadingADiagnostic.Radio' named \"spare\"",
      ])
  }
}
