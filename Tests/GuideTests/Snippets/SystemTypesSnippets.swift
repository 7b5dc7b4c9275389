// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Foundation
internal import Testing

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

enum SystemTypes: Guide {
  static let page = "Guides/SystemTypes"

  struct SystemModule: Module {
    var bindings: Bindings {
      Bind { URLSession(configuration: .ephemeral) }.in(.singleton).onClose { $0.finishTasksAndInvalidate() }.external
      Bind { UserDefaults.standard }.external
      Bind((any Clock<Duration>).self) { ContinuousClock() }.in(.singleton)
      Bind { Date() }
      Bind { UUID() }
    }
  }

  struct Receipt {
    let number: UUID
    let date: Date
  }

  final class Register: Sendable {
    private let now: @Sendable () -> Date
    private let newNumber: @Sendable () -> UUID

    init(now: @escaping @Sendable () -> Date, newNumber: @escaping @Sendable () -> UUID) {
      (self.now, self.newNumber) = (now, newNumber)
    }

    func receipt() -> Receipt { Receipt(number: newNumber(), date: now()) }
  }

  static func printed() throws -> [String] {
    let print = Printer()
    let container = try Container(SystemModule(), InlineModule { Bind(Register.init).in(.singleton) })
    let test = try container.rebuilt {
      Bind(instance: Date(timeIntervalSince1970: 60))
      Bind { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7)) }
    }
    let receipt = try test.resolve(Register.self).receipt()
    print(receipt.date.timeIntervalSince1970, receipt.number)  // 60.0 00000000-0000-0000-0000-000000000007
    try others()
    return print.lines
  }

  /// What the table of the page binds.
  private static func others() throws {
    let container = try Container {
      Bind { UserDefaults(suiteName: "test") ?? .standard }
      Bind { Locale.current }
      Bind((any RandomNumberGenerator).self) { SystemRandomNumberGenerator() }
    }
    let test = try container.rebuilt { Bind(instance: Locale(identifier: "nl")) }
    _ = (try test.resolve((any RandomNumberGenerator).self), try container.resolve(UserDefaults.self))
    #expect(try test.resolve(Locale.self).identifier == "nl")
  }
}
