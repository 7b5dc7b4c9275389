// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailComponents
import Testing
import CoreTestSupport
import TestSupport

/// A factory starts a task and does not wait for it. That task waits for a value that needs the factory's own: nobody waits in a loop.
@Suite struct LeftBehindTests {
  private final class First: Sendable { init() {} }
  private final class Second: Sendable { init() {} }

  /// How the value that needs the first one gets it.
  enum Need: CaseIterable, Sendable { case declared, asked }

  private struct Parts: Sendable {
    let box = Box<Container>()
    let left = Box<Task<String, Never>>()
    let isLeft = Door()
    let isDone = Door()

    func container(_ need: Need) throws -> Container {
      let container = try Container {
        Bind { [box, left, isLeft, isDone] () async in
          let container = box.value
          left.value = Task {
            isLeft.open()
            let result = await Result { try await container?.resolve(Second.self) }
            return result.map { _ in "second" }.summary
          }
          await isDone.pass()
          return First()
        }.in(.singleton)
        if need == .declared {
          Bind { (_: First) async in Second() }.in(.singleton)
        } else {
          Bind { [box] () async throws in
            _ = try await box.value?.resolve(First.self)
            return Second()
          }.in(.singleton)
        }
      }
      box.value = container
      return container
    }
  }

  @Test(arguments: Need.allCases) func `a request of others is answered, whoever came first`(need: Need) async throws {
    for round in 1...20 {
      let parts = Parts()
      let container = try parts.container(need)
      let first = Task { try await container.resolve(First.self) }
      await parts.isLeft.pass()
      if round.isMultiple(of: 2) { for _ in 1...round { await Task.yield() } }
      let second = Task { try await container.resolve(Second.self) }
      for _ in 1...round { await Task.yield() }
      parts.isDone.open()
      _ = try await first.value
      _ = try await second.value
      let left = await parts.left.value?.value ?? ""
      let cycle = """
        [dependency-cycle] 'LeftBehindTests.Second' waits for itself across tasks: 'LeftBehindTests.Second' -> \
        'LeftBehindTests.First' -> 'LeftBehindTests.Second'
        LeftBehindTests.Second
        """
      #expect(["second", cycle].contains(left))
      parts.box.value = nil
    }
  }

  @Test(arguments: Need.allCases) func `a factory that does wait gets the cycle`(need: Need) async throws {
    let box = Box<Container>()
    let container = try Container {
      Bind { () async throws in
        _ = try await box.value?.resolve(Second.self)
        return First()
      }.in(.singleton)
      if need == .declared {
        Bind { (_: First) async in Second() }.in(.singleton)
      } else {
        Bind { () async throws in
          _ = try await box.value?.resolve(First.self)
          return Second()
        }.in(.singleton)
      }
    }
    box.value = container
    let results = await together(2) { index in
      if index == 0 { _ = try await container.resolve(First.self) } else { _ = try await container.resolve(Second.self) }
    }
    for result in results {
      let error = #expect(throws: ResolutionError.self) { try result.get() }
      #expect(error?.code == .cycle)
    }
    box.value = nil
  }

  @Test func `a child task of a factory that is awaited gets the cycle too`() async throws {
    let box = Box<Container>()
    let container = try Container {
      Bind { () async throws in
        async let second = box.value?.resolve(Second.self)
        _ = try await second
        return First()
      }.in(.singleton)
      Bind { (_: First) async in Second() }.in(.singleton)
    }
    box.value = container
    let error = await #expect(throws: ResolutionError.self) { try await container.resolve(First.self) }
    #expect(error?.code == .cycle)
    box.value = nil
  }

  /// Made by a factory that leaves a task behind, which goes on once this is handed out.
  private final class Link: Sendable { let isMade = Door() }

  @Test func `tasks that factories have left behind, each in the factory of the one before, are no chain`() async throws {
    let (generations, isOver, links) = (Counter(), Door(), Box<AsyncProvider<Link>>())
    let container = try Container {
      Bind { () async in
        let link = Link()
        Task {
          await link.isMade.pass()
          if generations.add() == 30_000 { return isOver.open() }
          try await links.value?.make().isMade.open()
        }
        return link
      }
    }
    links.value = try await container.resolve()
    try await links.value?.make().isMade.open()
    await isOver.pass()
    #expect(generations.value == 30_000)
    links.value = nil
  }

  private final class Pair: Component, Sendable {
    let instances = Instances()
    let (isLeft, isAsked, isDone) = (Door(), Door(), Door())
    let left = Box<Task<Bool, Never>>()

    var first: First {
      get async throws {
        try await single { [self] () async throws in
          left.value = Task {
            isLeft.open()
            return (try? await second) != nil
          }
          await isDone.pass()
          return First()
        }
      }
    }
    var second: Second {
      get async throws {
        try await single { [self] () async throws in
          isAsked.open()
          _ = try await first
          return Second()
        }
      }
    }
  }

  @Test func `the members of a component are answered, too`() async throws {
    for round in 1...20 {
      let pair = Pair()
      let first = Task { try await pair.first }
      await pair.isLeft.pass()
      // The task that was left behind is the first to ask, or perhaps not.
      if round.isMultiple(of: 2) { await pair.isAsked.pass() }
      let second = Task { try await pair.second }
      for _ in 1...round { await Task.yield() }
      pair.isDone.open()
      _ = try await first.value
      _ = try await second.value
      _ = await pair.left.value?.value
      pair.left.value = nil
    }
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
