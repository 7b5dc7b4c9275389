// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

enum AsyncDependencies: Guide {
  static let page = "Guides/AsyncDependencies"

  #sourceLocation(file:"ShopModule.swift",line:1)
  final class Log: Sendable {
    init() {}
  }

  final class Database: Sendable {
    let rows = 3

    init(log: Log) async throws {}
  }

  final class Shop: Sendable {
    let database: Database

    init(database: Database) { self.database = database }
  }

  struct ShopModule: Module {
    var bindings: Bindings {
      Bind(Log.init).in(.singleton)
      Bind(Database.init).in(.singleton)
      Bind(Shop.init)
    }
  }
  #sourceLocation()

  final class Report: Sendable {
    let rows: Int

    init(database: Database) async throws { rows = database.rows }
  }

  final class Office: Sendable {
    let report: AsyncProvider<Report>

    init(report: AsyncProvider<Report>) { self.report = report }
  }

  struct OfficeModule: Module {
    var bindings: Bindings {
      Include(ShopModule())
      Bind(Report.init)
      Bind(Office.init)
    }
  }

  final class Letter: Sendable {
    let text: String

    init(to name: String, database: Database) async throws { text = "\(name), we have \(database.rows) rows" }
  }

  final class Secretary: Sendable {
    let newReport: @Sendable () async throws -> Report
    let letters: Factory<Letter, String>

    init(newReport: @escaping @Sendable () async throws -> Report, letters: Factory<Letter, String>) {
      self.newReport = newReport
      self.letters = letters
    }
  }

  struct SecretaryModule: Module {
    var bindings: Bindings {
      Include(OfficeModule())
      Bind(Letter.init).arguments(String.self)
      Bind(Secretary.init)
    }
  }

  static func printed() async throws -> [String] {
    let print = Printer()
    let container = try Container(ShopModule())
    let shop = try await container.resolve(Shop.self)
    print(shop.database.rows)  // 3
    func rows(of container: Container) throws -> Int { try container.resolve(Shop.self).database.rows }
    print(try rows(of: container))  // 3
    let shared = try Container(ShopModule())
    async let first = shared.resolve(Database.self)
    async let second = shared.resolve(Database.self)
    print(try await first === second)  // true
    let office = try await Container(OfficeModule()).resolve(Office.self)
    print(try await office.report.make().rows)  // 3
    let secretary = try await Container(SecretaryModule()).resolve(Secretary.self)
    print(try await secretary.newReport().rows, try await secretary.letters.make("Ada").text)  // 3 Ada, we have 3 rows
    return print.lines
  }

  static func messages() async throws -> [String] {
    func rows(of container: Container) throws -> Int { try container.resolve(Shop.self).database.rows }
    do {
      let fresh = try Container(ShopModule())
      _ = try rows(of: fresh)
    } catch let error as ResolutionError { return [shown("\(error)")] }
    return []
  }
}
