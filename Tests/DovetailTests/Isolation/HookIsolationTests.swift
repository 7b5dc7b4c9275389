// SPDX-License-Identifier: Apache-2.0
import Testing
import TestSupport

@testable import Dovetail

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
      error?.facts.message == "'Post' belongs to MainActor, and was asked for synchronously by code that runs elsewhere")
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

  @Test(arguments: [false, true])
  func `a factory and a hook of two actors can never meet, and the error says so`(hookFirst: Bool) async throws {
    let container = try Container {
      let bind = Bind(Sign.init as @MainActor @Sendable () -> Sign)
      if hookFirst {
        bind.onCreate { @Signal _ in }.in(.singleton)
      } else {
        bind.in(.singleton).onCreate { @Signal _ in }
      }
    }
    let error = await #expect(throws: ResolutionError.self) { try await container.resolve(Sign.self) }
    #expect(error?.facts.message.contains("'Sign' belongs to MainActor") == true)
  }
}
