// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailInspection
internal import Testing

enum InspectingTheGraph: Guide {
  static let page = "Guides/InspectingTheGraph"

  final class Car: Sendable { init() {} }

  struct CarModule: Module {
    var bindings: Bindings { Bind(Car.init) }
  }

  /// Returns, because the tests are not run with these options.
  static func printed() throws -> [String] {
    GraphCommand.run(modules: CarModule(), roots: [Root(Car.self)])
    return []
  }
}
