// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization
import Testing

/// The orders whose guests were told that they are taken.
private final class Acknowledged: Sendable {
  private let numbers = Mutex<[Int]>([])

  var all: [Int] { numbers.withLock { $0.sorted() } }

  /// - Returns: How many there are now.
  func add(_ number: Int) -> Int {
    numbers.withLock { numbers in
      numbers.append(number)
      return numbers.count
    }
  }
}

@Suite struct `Orders survive` {
  @Test(arguments: Wired.allCases, [SIGTERM, SIGKILL])
  func `the end of the bistro in the middle of them`(_ wired: Wired, _ signal: Int32) async throws {
    let folder = try TemporaryFolder()
    let bistro = try BistroProcess(["--port", "0"] + wired.arguments, in: folder)
    let guest = try await Guest(port: bistro.port())
    let acknowledged = Acknowledged()
    await withTaskGroup { group in
      for table in 1...8 {
        group.addTask {
          // Until nobody answers any more.
          while let answer = try? await guest.post("/orders", #"{"table":\#(table),"lines":[{"dish":8,"quantity":1}]}"#),
            answer.status == 201, let order = try? answer.json(WireOrder.self)
          {
            if acknowledged.add(order.id) == 200 { bistro.send(signal) }
          }
        }
      }
    }
    let ending = await bistro.ending()
    #expect(ending.isBySignal == (signal == SIGKILL))
    #expect(ending.code == (signal == SIGKILL ? SIGKILL : 0), "\(ending)")
    #expect(acknowledged.all.count >= 200)

    try await withBistro([], wired: wired, in: folder) { guest async throws in
      var (found, last) = (Set<Int>(), 0)
      while case let page = try await guest.get("/orders?limit=1000&after=\(last)").json([WireOrder].self), let end = page.last {
        found.formUnion(page.map(\.id))
        last = end.id
      }
      #expect(acknowledged.all.filter { !found.contains($0) } == [])
    }
  }

  @Test(arguments: Wired.allCases)
  func `and what was being cooked is cooked by the next kitchen`(_ wired: Wired) async throws {
    let folder = try TemporaryFolder()
    let slow = ["BISTRO_KITCHEN_MILLISECONDS_PER_DISH": "600000"]
    let bistro = try BistroProcess(["--port", "0"] + wired.arguments, environment: slow, in: folder)
    let guest = try await Guest(port: bistro.port())
    for _ in 1...4 { _ = try await guest.post("/orders", #"{"table":1,"lines":[{"dish":1,"quantity":1}]}"#) }
    _ = try await guest.wait(for: "/orders?state=cooking") { try $0.json([WireOrder].self).map(\.id) == [1, 2] }
    #expect(await bistro.close().code == 0)

    let quick = ["BISTRO_KITCHEN_MILLISECONDS_PER_DISH": "0"]
    try await withBistro([], wired: wired, environment: quick, in: folder) { guest async throws in
      _ = try await guest.wait(for: "/orders?state=ready") { try $0.json([WireOrder].self).map(\.id) == [1, 2, 3, 4] }
    }
  }
}
