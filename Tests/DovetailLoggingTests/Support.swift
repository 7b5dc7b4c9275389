// SPDX-License-Identifier: Apache-2.0
#if Logging
  import Dovetail
  import InMemoryLogging
  import Logging

  /// A logger whose records are kept.
  struct Paper {
    let handler: InMemoryLogHandler

    init(_ level: Logger.Level = .trace) {
      var handler = InMemoryLogHandler()
      handler.logLevel = level
      self.handler = handler
    }

    var logger: Logger { Logger(label: "paper", factory: { [handler] _ in handler }) }

    /// The records in short: the level and the message.
    var lines: [String] { handler.entries.map { "\($0.level): \($0.message)" } }
  }

  protocol Desk: Sendable {
    var log: Logger { get }
  }

  final class FrontDesk: Desk {
    let log: Logger
    init(log: Logger) { self.log = log }
  }

  final class Bell: Sendable {
    init() {}
  }

  final class Counter: Sendable {
    init(bell: Bell) {}
  }

  struct Badge: Sendable {
    let name: String
  }

  enum Shift: ScopeKind {}

  struct OutOfPaper: Error {}
#endif
