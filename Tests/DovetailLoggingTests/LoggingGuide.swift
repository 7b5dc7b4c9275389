// SPDX-License-Identifier: Apache-2.0
#if Logging
  import Dovetail
  import DovetailLogging
  import TestSupport
  import InMemoryLogging
  import Logging
  import Synchronization
  import Testing

  final class OrderDesk: Sendable {
    let log: Logger

    init(log: Logger) { self.log = log }

    func take(_ order: Int) { log.info("taken", metadata: ["order": "\(order)"]) }
  }

  struct ShopModule: Module {
    var bindings: Bindings {
      Bind(OrderDesk.init).in(.singleton)
      LoggerModule()
    }
  }

  struct QuietModule: Module {
    var bindings: Bindings {
      Bind(forRequester: { (requester: Requester) in
        var log = Logger(label: "shop.\(requester.module).\(requester.key.type)")
        log.logLevel = .warning
        return log
      })
    }
  }

  /// The compiled twin of the guide *Logging*.
  @Suite struct LoggingGuide {
    private func snippets() throws -> [String] {
      var lines: [String] = []
      func print(_ items: Any...) { lines.append(items.map { "\($0)" }.joined(separator: " ")) }
      do {
        let container = try Container(ShopModule())
        let desk = try container.resolve(OrderDesk.self)
        print(desk.log.label)  // OrderDesk
      }
      do {
        let container = try Container(ShopModule(), observers: [LoggingObserver(Logger(label: "dovetail"))])
        try container.close()
      }
      do {
        var levels = LoggingObserver.Levels()
        levels.creations = .debug
        levels.scopes = nil
        let observer = LoggingObserver(Logger(label: "dovetail"), levels: levels)
        _ = observer
      }
      do {
        let handler = InMemoryLogHandler()
        let test = try Container(ShopModule()).rebuilt {
          Bind(instance: Logger(label: "test", factory: { _ in handler }))
        }
        try test.resolve(OrderDesk.self).take(7)
        print(handler.entries.map { "\($0.message) \($0.metadata)" })  // ["taken [\"order\": 7]"]
      }
      let quiet = try Container(QuietModule(), InlineModule("desk") { Bind(OrderDesk.init) })
      #expect(try quiet.resolve(OrderDesk.self).log.label == "shop.desk.OrderDesk")
      return lines
    }

    @Test func `shows no code that is not compiled`() throws {
      #expect(try GuidePage("Logging").snippets(missingIn: "LoggingGuide.swift") == [])
    }

    @Test func `says what is printed`() throws {
      let lines = try snippets()
      #expect(try GuidePage("Logging").printed == lines)
    }
  }
#endif
