// SPDX-License-Identifier: Apache-2.0
import Testing

import Dovetail
import CoreTestSupport
import TestSupport

@MainActor private final class Sign {
  var text = ""
  init() {}
  init() async { await Task.yield() }
  func paint() {
    MainActor.preconditionIsolated()
    text += "painted"
  }
}

@globalActor private actor Signal {
  static let shared = Signal()
}

@MainActor private protocol Painted: AnyObject, Sendable {}
extension Sign: Painted {}

@MainActor private final class Mark: Painted {
  let post: Post
  init(post: Post) { self.post = post }
}

/// Belongs to no actor itself.
private final class Post: Sendable {
  let log: Log
  init(log: Log) { self.log = log }
}

@Suite struct HookIsolationTests {
  @MainActor private func now<Value>(_ type: Value.Type, of container: Container) throws -> Value { try container.resolve(type) }

  @MainActor @Test func `a hook of the main actor runs on it, where the bind is asked and where it is awaited`() async throws {
    let container = try Container { Bind(Sign.init as @MainActor @Sendable () -> Sign).onCreate { @MainActor in $0.paint() } }
    #expect(try now(Sign.self, of: container).text == "painted")
    let sign = try await Task.detached { try await container.resolve(Sign.self) }.value
    #expect(sign.text == "painted")
  }

  @Test func `a hook of the main actor makes the bind belong there`() async throws {
    let log = Log()
    let container = try Container {
      Bind(instance: log)
      Bind(Post.init).onCreate { @MainActor in
        MainActor.preconditionIsolated()
        $0.log.add("hook")
      }.in(.singleton)
    }
    let error = #expect(throws: ResolutionError.self) { try container.resolve(Post.self) }
    #expect(
      error?.diagnostic.message == "'Post' belongs to MainActor, and was resolved synchronously by code that runs elsewhere")
    #expect(log.lines == [])
    let post = try await container.resolve(Post.self)
    #expect(log.lines == ["hook"])
    func ready() throws -> Post { try container.resolve() }
    #expect(try ready() === post)
    #expect(container.graph.bindings.first { $0.key.type.description == "Post" }?.isolation == "MainActor")
  }

  @Test func `the hook of an asynchronous bind is awaited on its actor`() async throws {
    let container = try Container {
      Bind(Sign.init as @MainActor @Sendable () async -> Sign).onCreate { @MainActor in $0.paint() }.in(.singleton)
    }
    let sign = try await container.resolve(Sign.self)
    #expect(await sign.text == "painted")
  }

  @Test func `a hook may ask for more on its actor`() async throws {
    let container = try Container {
      Bind(Log.init).in(.singleton)
      Bind(Post.init).onCreate { @MainActor post, resolver in
        MainActor.preconditionIsolated()
        try resolver.resolve(Log.self).add("asked")
      }
    }
    #expect(try await container.resolve(Post.self).log.lines == ["asked"])
  }

  @Test func `a hook that throws on its actor fails the request, and closes nothing that was not made`() async throws {
    struct Torn: Error {}
    let container = try Container {
      Bind(Log.init).in(.singleton)
      Bind(Post.init).onCreate { @MainActor _ in throw Torn() }
    }
    let error = await #expect(throws: ResolutionError.self) { try await container.resolve(Post.self) }
    #expect(error?.underlying is Torn)
  }

  @Test func `a closing of the main actor runs on it, and is awaited`() async throws {
    let container = try Container {
      Bind(Sign.init as @MainActor @Sendable () -> Sign).in(.singleton).onClose { @MainActor in
        MainActor.preconditionIsolated()
        $0.paint()
      }
    }
    let sign = try await container.resolve(Sign.self)
    func closeNow() throws(CloseError) { try container.close() }
    let error = #expect(throws: CloseError.self) { try closeNow() }
    #expect(error?.reason == .unawaited)
    #expect(await sign.text == "")
    try await container.close()
    #expect(await sign.text == "painted")
  }

  @Test func `closings of actors and of none run in reverse order, and hand on their errors`() async throws {
    let container = try Container {
      Bind { Post(log: Log()) }.in(.singleton)
        .onClose { $0.log.add("first") }
        .onClose { @Signal post in
          Signal.preconditionIsolated()
          post.log.add("second")
          throw Breakdown("no signal")
        }
        .onClose { @MainActor in $0.log.add("third") }
    }
    func now() throws -> Post { try container.resolve() }
    let post = try now()
    let error = await #expect(throws: CloseError.self) { try await container.close() }
    #expect(post.log.lines == ["third", "second", "first"])
    #expect(error?.failures.map { $0.error is Breakdown } == [true])
    #expect(container.graph.bindings.map(\.isolation) == [nil])
  }

  @Test func `a closing of the main actor says nothing about where the value is made`() async throws {
    let container = try Container { Bind { Post(log: Log()) }.in(.singleton).onClose { @MainActor in $0.log.add("closed") } }
    func now() throws -> Post { try container.resolve() }
    let post = try now()
    try await container.close()
    #expect(post.log.lines == ["closed"])
  }

  @Test func `what belongs to an actor is part of a collection of another type`() async throws {
    let container = try Container {
      Bind(Sign.init as @MainActor @Sendable () -> Sign).in(.singleton).contribute(to: (any Painted).self) { $0 }
      Bind { Post(log: Log()) }.contribute(to: (any Painted).self) { @MainActor in Mark(post: $0) }
    }
    let sign = try await container.resolve(Sign.self)
    let painted = try await container.resolve([any Painted].self)
    #expect(painted.first === sign)
    #expect(painted.count == 2)
  }

  @Test(arguments: [false, true])
  func `a factory and a hook of two actors can never meet, which is a finding`(hookFirst: Bool) {
    let report = Container.check(
      InlineModule {
        let bind = Bind(Sign.init as @MainActor @Sendable () -> Sign)
        if hookFirst {
          bind.onCreate { @Signal _ in }.in(.singleton)
        } else {
          bind.in(.singleton).onCreate { @Signal _ in }
        }
      })
    #expect(
      report.diagnostics.map(\.message) == ["the binding of 'Sign' belongs to MainActor and to Signal, and no code runs on both"])
  }

  @Test func `a contribution of another actor than its binding is a finding`() {
    let report = Container.check(
      InlineModule {
        Bind(Sign.init as @MainActor @Sendable () -> Sign).in(.singleton).contribute(to: Post.self) { @Signal _ in
          Post(log: Log())
        }
      })
    #expect(
      report.diagnostics.map(\.message) == ["the binding of 'Post' belongs to Signal and to MainActor, and no code runs on both"])
  }
}
