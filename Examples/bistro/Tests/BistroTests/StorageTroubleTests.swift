// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import Testing

private let soup = #"{"table":1,"lines":[{"dish":1,"quantity":1}]}"#

/// Settings with which nobody but the guest writes.
private let quiet = ["BISTRO_KITCHEN_COOKS": "0", "BISTRO_DATABASE_BUSY_MILLISECONDS": "50"]

/// Another program that uses the database.
private struct OtherProgram: Sendable {
  private let connection: DatabaseQueue

  init(_ path: String) throws {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    connection = try DatabaseQueue(path: path, configuration: configuration)
  }

  func lock() async throws { try await connection.writeWithoutTransaction { try $0.beginTransaction(.exclusive) } }
  func unlock() async throws { try await connection.writeWithoutTransaction { try $0.rollback() } }
}

@Suite struct `Trouble with the database` {
  @Test(arguments: Wired.allCases)
  func `a locked one is answered with 503, can be read, and takes orders afterwards`(_ wired: Wired) async throws {
    let folder = try TemporaryFolder()
    try await withBistro([], wired: wired, environment: quiet, in: folder) { guest async throws in
      #expect(try await guest.post("/orders", soup).status == 201)
      let other = try OtherProgram(folder.path("bistro.sqlite"))
      try await other.lock()
      let refused = try await guest.post("/orders", soup)
      #expect(refused.status == 503)
      #expect(refused.headers["retry-after"] == "1")
      #expect(
        try refused.json(WireError.self).error.message
          == "the database is in use by somebody else; nothing was changed, try again")
      #expect(try await guest.get("/orders/1").status == 200)
      let statuses = try await withThrowingTaskGroup { group in
        for _ in 1...10 { group.addTask { try await guest.post("/orders", soup).status } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses == [Int](repeating: 503, count: 10))
      try await other.unlock()
      #expect(try await guest.post("/orders", soup).json(WireOrder.self).id == 2)
      #expect(try await guest.get("/orders").json([WireOrder].self).map(\.id) == [1, 2])
    }
  }

  @Test(arguments: Wired.allCases)
  func `one that is locked when the bistro opens is an error that says so`(_ wired: Wired) async throws {
    let folder = try TemporaryFolder()
    let other = try OtherProgram(folder.path("bistro.sqlite"))
    try await other.lock()
    let bistro = try BistroProcess(["--port", "0"] + wired.arguments, environment: quiet, in: folder)
    let ending = await bistro.ending()
    #expect(ending.code == 69)
    #expect(
      ending.errors.hasSuffix(
        """
        error: the database 'bistro.sqlite' is locked by another program
          help: end that program, or wait longer with database.busy-milliseconds

        """), "\(ending.errors)")
    try await other.unlock()
  }

  @Test(arguments: Wired.allCases)
  func `a full one is answered with 507, and what was acknowledged is there`(_ wired: Wired) async throws {
    let folder = try TemporaryFolder()
    let environment = quiet.merging(["BISTRO_DATABASE_MAX_PAGES": "20"]) { $1 }
    let many = (1...100).map { _ in #"{"dish":1,"quantity":1}"# }.joined(separator: ",")
    let feast = #"{"table":1,"lines":[\#(many)]}"#
    try await withBistro([], wired: wired, environment: environment, in: folder) { guest async throws in
      var acknowledged: [Int] = []
      var refused: Guest.Answer?
      while refused == nil, acknowledged.count < 1000 {
        let answer = try await guest.post("/orders", feast)
        if answer.status == 201 { acknowledged.append(try answer.json(WireOrder.self).id) } else { refused = answer }
      }
      #expect(refused?.status == 507)
      #expect(
        try refused?.json(WireError.self).error.message == "there is no room in the database; nothing was changed")
      #expect(!acknowledged.isEmpty)
      #expect(try await guest.get("/orders").json([WireOrder].self).map(\.id) == acknowledged)
    }
    // With more room it goes on, in the same database.
    try await withBistro([], wired: wired, environment: quiet, in: folder) { guest async throws in
      #expect(try await guest.post("/orders", feast).status == 201)
    }
  }

  @Test(arguments: Wired.allCases)
  func `one that may only be read serves what is there and takes no orders`(_ wired: Wired) async throws {
    let folder = try TemporaryFolder()
    try await withBistro([], wired: wired, environment: quiet, in: folder) { guest async throws in
      #expect(try await guest.post("/orders", soup).status == 201)
    }
    // The order waits for a cook, who would have to write that he cooks it; there is none, and so no word of him in the log.
    let environment = ["BISTRO_DATABASE_READ_ONLY": "true", "BISTRO_LOG_LEVEL": "warning"]
    let ending = try await withBistro([], wired: wired, environment: environment, in: folder) { guest async throws in
      #expect(try await guest.get("/orders/1").status == 200)
      let refused = try await guest.post("/orders", soup)
      #expect(refused.status == 503)
      #expect(
        try refused.json(WireError.self).error.message == "the database may not be written; nothing was changed")
      #expect(
        try await guest.get("/orders").json([WireOrder].self) == [
          WireOrder(id: 1, table: 1, lines: [WireLine(dish: 1, quantity: 1)], state: "received", cents: 850)
        ])
    }
    #expect(ending.errors.hasSuffix(" [Bistro] POST /orders failed\n"), "\(ending.errors)")
    #expect(ending.errors.count { $0 == "\n" } == 1, "\(ending.errors)")
  }
}
