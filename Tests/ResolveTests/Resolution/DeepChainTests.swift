// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailLifecycle
import Testing
import CoreTestSupport
import TestSupport

/// A part of a chain; each holds the next.
private final class Link: Sendable {
  let number: Int
  let next: Link?

  init(_ number: Int, _ next: Link?) {
    self.number = number
    self.next = next
  }
}

/// Binds a chain: link "0" needs link "1" and so on.
private struct Chain: Module {
  let length: Int
  var change: @Sendable (Bind<Link>) -> Bind<Link> = { $0 }
  var end: @Sendable () throws -> Void = {}

  var bindings: Bindings {
    for number in 0..<length - 1 {
      change(Bind { (next: Link) in Link(number, next) }.named("\(number)").needs(Link.self, named: "\(number + 1)"))
    }
    change(
      Bind { [length, end] in
        try end()
        return Link(length - 1, nil)
      }.named("\(length - 1)"))
  }
}

/// Binds a chain whose links ask their resolvers.
private struct OpaqueChain: Module {
  let length: Int
  var change: @Sendable (Bind<Link>) -> Bind<Link> = { $0 }

  var bindings: Bindings {
    for number in 0..<length - 1 {
      change(
        Bind { (resolver: any Resolver) in Link(number, try resolver.resolve(Link.self, named: "\(number + 1)")) }
          .named("\(number)"))
    }
    change(Bind { [length] in Link(length - 1, nil) }.named("\(length - 1)"))
  }
}

@Suite struct DeepChainTests {
  private let longest = 64

  /// Asks for the head of a chain on a thread with a small stack, as the threads of most thread pools have.
  ///
  /// - Returns: How long the chain is, or the code of the error.
  private func ask(_ container: Container, stackSize: Int = 512 * 1024) -> String {
    let answer = Box<String>()
    Threads.run(stackSize: stackSize) { _ in
      do throws(ResolutionError) {
        var link: Link? = try container.resolve(Link.self, named: "0")
        var length = 0
        while let current = link {
          #expect(current.number == length)
          length += 1
          link = current.next
        }
        answer.value = "\(length) links"
      } catch { answer.value = "\(error.code)" }
    }
    return answer.value ?? "no answer"
  }

  @Test func `the longest chain is built on a small stack, whatever shares its parts`() throws {
    let changes: [@Sendable (Bind<Link>) -> Bind<Link>] = [
      { $0 }, { $0.in(.singleton) }, { $0.in(.graph) }, { $0.in(.weak) }, { $0.onCreate { _ in } },
    ]
    for change in changes { #expect(ask(try Container(Chain(length: longest, change: change))) == "\(longest) links") }
  }

  @Test func `the longest chain is built in a scope on a small stack`() throws {
    let container = try Container(Chain(length: longest) { $0.in(.scoped(Yard.self)) })
    let built = Box<Int>()
    Threads.run { _ in built.value = try? container.withScope(Yard.self) { try $0.resolve(Link.self, named: "0").number } }
    #expect(built.value == 0)
  }

  @Test func `a longer chain is a finding, and not a crash`() throws {
    let error = #expect(throws: GraphError.self) { try Container(Chain(length: longest + 1)) }
    let finding = try #require(error?.report.errors.first)
    #expect(error?.report.errors.count == 1)
    #expect(
      finding.message == "'Link' named \"0\" begins a chain of 65 bindings, each of which needs the next, and 64 are the most")
    #expect(
      finding.help
        == "let a binding in the middle of the chain take a Provider or a Lazy of the next, and use it after it is built")
    let long = #expect(throws: GraphError.self) { try Container(Chain(length: 10_000)) }
    #expect(long?.report.errors.count == 1)
  }

  @Test func `a chain begins anew where a need is deferred, or awaited`() async throws {
    let container = try Container {
      for number in 0..<300 {
        if number % 90 == 89 {
          Bind { (next: Provider<Road>) in Road(name: "\(number)") }.named("\(number)").needs(Road.self, named: "\(number + 1)")
        } else if number % 90 == 44 {
          Bind { (next: Road) async in next }.named("\(number)").needs(Road.self, named: "\(number + 1)").in(.singleton)
        } else {
          Bind { (next: Road) in next }.named("\(number)").needs(Road.self, named: "\(number + 1)")
        }
      }
      Bind { Road() }.named("300")
    }
    #expect(try await container.resolve(Road.self, named: "0").name == "89")
  }

  @Test func `a chain through resolvers ends in an error by its count, on any stack`() throws {
    #expect(ask(try Container(OpaqueChain(length: 50) { $0.in(.singleton) })) == "50 links")
    for stackSize in [512 * 1024, 8 << 20] {
      #expect(ask(try Container(OpaqueChain(length: 10_000) { $0.in(.singleton) }), stackSize: stackSize) == "too-deep")
      #expect(ask(try Container(OpaqueChain(length: 51)), stackSize: stackSize) == "too-deep")
    }
  }

  @Test func `after too-deep nothing is half built, and a request from the middle gets through`() throws {
    let container = try Container(OpaqueChain(length: 80) { $0.in(.singleton) })
    #expect(ask(container) == "too-deep")
    #expect(try container.resolve(Link.self, named: "40").number == 40)
    #expect(ask(container) == "80 links")
    let error = #expect(throws: ResolutionError.self) {
      try Container(OpaqueChain(length: 80)).resolve(Link.self, named: "0")
    }
    #expect(error?.path.count == 51)
    #expect(
      error?.diagnostic.message == "'Link' named \"50\" cannot be built: more than 50 resolutions run inside each other")
  }

  @Test func `endless recursion through a factory with arguments is an error, not a crash`() throws {
    let container = try Container {
      Bind { (number: Int, next: Factory<Link, Int>) in Link(number, try next.make(number + 1)) }.arguments(Int.self)
      Bind { (number: String, resolver: any Resolver) in try resolver.resolve(Road.self, arguments: number + "1") }
        .arguments(String.self).named("unused")
      Bind { (name: String, resolver: any Resolver) in try resolver.resolve(Road.self, arguments: name + "1") as Road }
        .arguments(String.self)
    }
    Threads.run { _ in
      #expect(failure { try container.resolve(Link.self, arguments: 0) }.hasPrefix("[too-deep] 'Link' cannot be built"))
      #expect(failure { try container.resolve(Road.self, arguments: "") }.hasPrefix("[too-deep] 'Road' cannot be built"))
    }
  }

  @Test func `a failure at the end of a chain has the whole way in its path`() throws {
    let attempts = Counter()
    let fail: @Sendable () throws -> Void = { if attempts.add() == 1 { throw Breakdown() } }
    let container = try Container(Chain(length: longest, change: { $0.in(.singleton) }, end: fail))
    let error = #expect(throws: ResolutionError.self) { try container.resolve(Link.self, named: "0") }
    #expect(error?.path.map(\.key) == (0..<longest).map { #"Link named "\#($0)""# })
    #expect(error?.underlying as? Breakdown == Breakdown())
    #expect(ask(container) == "\(longest) links")
  }
}
