// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailLifecycle
import Testing
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

  @Test func `10,000 singletons in a chain are built, on the main thread's stack and on a small one`() throws {
    let module = Chain(length: 10_000) { $0.in(.singleton) }
    let container = try Container(module)
    #expect(ask(container) == "10000 links")
    #expect(ask(try Container(module), stackSize: 8 << 20) == "10000 links")
    #expect(try container.resolve(Link.self, named: "0") === container.resolve(Link.self, named: "0"))
  }

  @Test func `10,000 graph, weak and scoped instances in a chain are built`() throws {
    // What only the head holds would be freed recursively by the language itself; so the links do not hold each other here.
    struct Loose: Module {
      let change: @Sendable (Bind<Road>) -> Bind<Road>
      var bindings: Bindings {
        for number in 0..<10_000 - 1 {
          change(Bind { (_: Road) in Road() }.named("\(number)").needs(Road.self, named: "\(number + 1)"))
        }
        change(Bind { Road() }.named("9999"))
      }
    }
    for change in [{ $0.in(.graph) }, { $0.in(.weak) }] as [@Sendable (Bind<Road>) -> Bind<Road>] {
      let container = try Container(Loose(change: change))
      Threads.run { _ in #expect((try? container.resolve(Road.self, named: "0")) != nil) }
    }
    let container = try Container(Loose { $0.in(.scoped(Yard.self)) })
    Threads.run { _ in
      #expect((try? container.withScope(Yard.self) { try $0.resolve(Road.self, named: "0") }) != nil)
    }
  }

  @Test func `10,000 transients in a chain are an error, not a crash`() throws {
    let container = try Container(Chain(length: 10_000))
    #expect(ask(container) == "too-deep")
    let help = "share a part of the chain, let a step take a Provider of the next, or resolve on a thread with a larger stack"
    Threads.run { _ in
      let error = #expect(throws: ResolutionError.self) { try container.resolve(Link.self, named: "0") }
      #expect(error?.path.first?.key == #"Link named "0""#)
      #expect(error?.path.count ?? 0 > 60)
      let why = "cannot be built: the chain that leads to it uses up the thread's stack"
      #expect(error?.diagnostic.message.hasSuffix(why) == true)
      #expect(error?.diagnostic.help == help)
      #expect(error?.key == error?.path.last?.key)
    }
    // A part of the chain that is short enough works as before.
    #expect(try container.resolve(Link.self, named: "9900").number == 9_900)
  }

  @Test func `60 transients in a chain are built on a small stack, also under a sanitizer`() throws {
    #expect(ask(try Container(Chain(length: 60))) == "60 links")
  }

  @Test func `a chain of transients between singletons is as long as one stretch of it`() throws {
    struct Mixed: Module {
      var bindings: Bindings {
        for number in 0..<5_000 - 1 {
          let bind = Bind { (next: Link) in Link(number, next) }.named("\(number)").needs(Link.self, named: "\(number + 1)")
          if number % 50 == 49 { bind.in(.singleton) } else { bind }
        }
        Bind { Link(4_999, nil) }.named("4999").in(.singleton)
      }
    }
    #expect(ask(try Container(Mixed())) == "5000 links")
  }

  @Test func `a chain through resolvers ends in an error when the stack does`() throws {
    #expect(ask(try Container(OpaqueChain(length: 30) { $0.in(.singleton) })) == "30 links")
    #expect(ask(try Container(OpaqueChain(length: 10_000) { $0.in(.singleton) })) == "too-deep")
    #expect(ask(try Container(OpaqueChain(length: 10_000))) == "too-deep")
  }

  @Test func `after too-deep nothing is half built, and a larger stack gets through`() throws {
    let container = try Container(OpaqueChain(length: 300) { $0.in(.singleton) })
    #expect(ask(container, stackSize: 256 * 1024) == "too-deep")
    #expect(ask(container, stackSize: 16 << 20) == "300 links")
    #expect(ask(container, stackSize: 256 * 1024) == "300 links")
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

  @Test func `a failure at the end of a chain has the whole way in its path, however long`() throws {
    let attempts = Counter()
    let fail: @Sendable () throws -> Void = { if attempts.add() == 1 { throw Breakdown() } }
    let container = try Container(Chain(length: 1_000, change: { $0.in(.singleton) }, end: fail))
    let error = #expect(throws: ResolutionError.self) { try container.resolve(Link.self, named: "0") }
    #expect(error?.path.map(\.key) == (0..<1_000).map { #"Link named "\#($0)""# })
    #expect(error?.underlying as? Breakdown == Breakdown())
    #expect(ask(container) == "1000 links")
  }

  @Test func `a request on top of a built chain does not walk it again`() throws {
    let container = try Container {
      Chain(length: 10_000) { $0.in(.singleton) }
      Bind { (head: Link) in head.number }.needs(Link.self, named: "0")
    }
    _ = try container.resolve(Int.self)
    let elapsed = try ContinuousClock().measure { for _ in 1...1_000 { _ = try container.resolve(Int.self) } }
    #expect(elapsed < .seconds(10), "1,000 requests that walk 10,000 binds each take a minute in a debug build")
  }
}
