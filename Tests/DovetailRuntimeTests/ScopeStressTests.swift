// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

private final class Ticket: Sendable {
  let order: Order
  init(order: Order) { self.order = order }
}

private final class Bill: Sendable {
  let ticket: Ticket
  let prices: Road
  init(ticket: Ticket, prices: Road) {
    self.ticket = ticket
    self.prices = prices
  }
}

private final class Stand: Sendable {
  let tracked: Tracked
  init(tracked: Tracked) { self.tracked = tracked }
}

/// A part of a yard.
private enum Corner: ScopeKind {
  typealias Parent = Yard
}

@Suite(.serialized) struct ScopeStressTests {
  @Test func `3,000 concurrent requests in scopes that open and close share nothing between scopes`() async throws {
    let (made, closed, built) = (Counter(), Counter(), Counter())
    let container = try Container {
      Bind { (order: Order) in
        made.add()
        return Ticket(order: order)
      }.in(.scoped(Workshop.self)).onClose { _ in closed.add() }
      Bind(Bill.init).in(.scoped(Workshop.self)).onClose { _ in closed.add() }
      Bind {
        built.add()
        return Road()
      }.in(.singleton)
    }
    let tickets = try await withThrowingTaskGroup(of: Ticket.self) { group in
      for number in 1...3_000 {
        group.addTask {
          try container.withScope(Workshop.self, Order(number: number)) { scope in
            let bill = try scope.resolve(Bill.self)
            let ticket = try scope.resolve(Ticket.self)
            guard bill.ticket === ticket, ticket.order.number == number, try scope.resolve(Bill.self) === bill else {
              throw Breakdown("scope \(number) has what belongs to \(ticket.order.number)")
            }
            return ticket
          }
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(tickets.map(\.order.number)).count == 3_000)
    #expect(Set(tickets.map { ObjectIdentifier($0) }).count == 3_000)
    #expect(made.value == 3_000)
    #expect(closed.value == 6_000)
    #expect(built.value == 1)
  }

  @Test func `many threads in one scope share its instances`() throws {
    for _ in 1...200 {
      let (made, closed) = (Counter(), Counter())
      let container = try Container {
        Bind {
          made.add()
          return Wheel()
        }.in(.scoped(Yard.self)).onClose { _ in closed.add() }
      }
      let scope = try container.openScope(Yard.self)
      let failed = Counter()
      Threads.run(16) { _ in if (try? scope.resolve(Wheel.self)) == nil { failed.add() } }
      try? scope.close()
      #expect(made.value == 1 && closed.value == 1 && failed.value == 0)
    }
  }

  @Test func `a scope that closes amid requests closes all that it made, and the rest get an error`() throws {
    for _ in 1...200 {
      let (made, closed, refused) = (Counter(), Counter(), Counter())
      let container = try Container {
        for number in 0..<8 {
          Bind {
            made.add()
            return Wheel()
          }.named("\(number)").in(.scoped(Yard.self)).onClose { _ in closed.add() }
        }
      }
      let scope = try container.openScope(Yard.self)
      Threads.run(9) { index in
        if index == 8 {
          // Refused while another thread builds a value.
          while !scope.isClosed { try? scope.close() }
        } else {
          do throws(ResolutionError) { _ = try scope.resolve(Wheel.self, named: "\(index)") } catch {
            if error.code == .closed { refused.add() }
          }
        }
      }
      #expect(made.value == closed.value)
      #expect(made.value + refused.value >= 8)
    }
  }

  @Test func `a scope that closes amid requests in one inside it keeps what those are given`() throws {
    for _ in 1...200 {
      let (alive, made, closed, wrong) = (Counter(), Counter(), Counter(), Counter())
      let container = try Container {
        Bind {
          made.add()
          return Tracked(alive)
        }.in(.scoped(Yard.self)).onClose { _ in closed.add() }
        Bind { (tracked: Tracked) in
          made.add()
          return Stand(tracked: tracked)
        }.in(.scoped(Corner.self)).onClose { _ in closed.add() }
      }
      let yard = try container.openScope(Yard.self)
      let corners = try (0..<8).map { _ in try yard.openScope(Corner.self) }
      Threads.run(9) { index in
        if index == 8 {
          // Refused while another thread builds a value inside.
          while !yard.isClosed { try? yard.close() }
        } else {
          for _ in 1...20 {
            do throws(ResolutionError) {
              let stand = try corners[index].resolve(Stand.self)
              if alive.value == 0 { wrong.add() }
              withExtendedLifetime(stand) {}
            } catch {
              if error.code != .closed { wrong.add() }
            }
          }
        }
      }
      #expect(wrong.value == 0 && corners.allSatisfy(\.isClosed))
      #expect(made.value == closed.value && alive.value == 0)
    }
  }

  @Test func `a container that closes amid requests closes all that it made`() throws {
    for _ in 1...200 {
      let (made, closed, answered, refused) = (Counter(), Counter(), Counter(), Counter())
      let container = try Container {
        for number in 0..<8 {
          Bind {
            made.add()
            return Wheel()
          }.named("\(number)").in(.singleton).onClose { _ in closed.add() }
        }
      }
      Threads.run(9) { index in
        if index == 8 {
          // Refused while another thread builds a value.
          while !container.isClosed { try? container.close() }
        } else {
          do throws(ResolutionError) {
            _ = try container.resolve(Provider<Wheel>.self, named: "\(index)").make()
            answered.add()
          } catch { if error.code == .closed { refused.add() } }
        }
      }
      #expect(answered.value + refused.value == 8)
      #expect(made.value == closed.value)
      #expect(made.value >= answered.value)
    }
  }

  @Test func `graphs, providers and new kinds of needs are asked for on many threads at once`() throws {
    let container = try Container {
      Bind { (one: Road, two: Provider<Road>, all: [Int]) in one === two() && all == [1, 2] }
      Bind { Road() }.in(.graph)
      Bind { 1 }.contribute()
      Bind { 2 }.contribute()
      Bind { (resolver: any Resolver) in try "\(resolver.resolve([Int].self))" }
    }
    let right = Counter()
    Threads.run(32) { _ in
      for _ in 1...50 {
        guard (try? container.resolve(Bool.self)) == true, (try? container.resolve(Lazy<[Int]>.self).get()) == [1, 2],
          (try? container.resolve((() throws -> [Int]).self)()) == [1, 2], (try? container.resolve(String.self)) == "[1, 2]"
        else { continue }
        right.add()
      }
    }
    #expect(right.value == 1_600)
    #expect(container.graph.observed.count == 2)
  }
}
