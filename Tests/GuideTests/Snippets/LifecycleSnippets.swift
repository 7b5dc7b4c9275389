// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailLifecycle
internal import Synchronization

enum Lifecycle: Guide {
  static let page = "Guides/Lifecycle"

  /// Hooks are `Sendable`, so what they print is behind a lock.
  private static let paper = Mutex<[String]>([])

  static func print(_ items: Any...) {
    let line = items.map { "\($0)" }.joined(separator: " ")
    paper.withLock { $0.append(line) }
  }

  final class Database: Sendable {
    init() async throws {}

    func flush() async { print("flushed") }
  }

  final class Cache: Sendable {
    init() {}
  }

  final class Server: Sendable {
    init(database: Database, cache: Cache) {}

    func listen() async throws { print("listening") }
    func drain() async { print("drained") }
  }

  struct ShopModule: Module {
    var bindings: Bindings {
      Bind(Database.init).in(.singleton).onStop { await $0.flush() }
      Bind(Cache.init).in(.singleton).eager
      Bind(Server.init).in(.singleton).onStart { try await $0.listen() }.onStop { await $0.drain() }
    }
  }

  struct Patience: Observer {
    func observe(_ event: Event) {
      if case .unfinished = event.kind { print("\(event)") }
    }
  }

  #sourceLocation(file:"BrokenModule.swift",line:1)
  struct Unreachable: Error {}

  struct BrokenModule: Module {
    var bindings: Bindings {
      Bind(Database.init).in(.singleton).onStop { _ in throw Unreachable() }
      Bind(Cache.init).in(.singleton)
      Bind(Server.init).in(.singleton).onStart { _ in throw Unreachable() }
    }
  }
  #sourceLocation()

  static func printed() async throws -> [String] {
    let container = try Container(ShopModule())
    try await container.start()  // listening
    print(container.state.rawValue)  // running
    try await container.stop()  // drained, flushed
    let program = try Container(ShopModule())
    try await program.run {  // listening
      print("serving until", "the closure returns")  // serving until the closure returns
    }  // drained, flushed
    let punctual = try Container { Bind(Cache.init).in(.singleton).eager }
    try await punctual.start(deadline: .seconds(30), each: .seconds(5), rollback: .seconds(10))
    try await punctual.stop(deadline: .seconds(20))
    let recorder = RecordingObserver()
    let observed = try Container(ShopModule(), observers: [recorder])
    try await observed.start()  // listening
    print(recorder.timeline.entries.count, "parts")  // 3 parts
    // The page tells in one comment what one stop prints.
    let lines = paper.withLock { $0 }.joined(separator: "\n").replacing("drained\nflushed", with: "drained, flushed")
    return lines.split(separator: "\n").map(String.init)
  }

  static func messages() async throws -> [String] {
    do { try await Container(BrokenModule()).start() } catch let error as LifecycleError {
      // The page shows the module as a file of its own, without the indentation of this one.
      let text = "\(error)".replacing("Lifecycle.", with: "")
      return [text.replacing(/(\.swift:\d+:)(\d+)/) { place in place.1 + "\((Int(place.2) ?? 0) - 2)" }]
    }
    return []
  }
}
