// SPDX-License-Identifier: Apache-2.0
#if Logging
  public import Dovetail
  public import Logging

  /// Writes what a container does to a logger of swift-log.
  ///
  /// ```swift
  /// let container = try Container(ShopModule(), observers: [LoggingObserver(Logger(label: "dovetail"))])
  /// ```
  ///
  /// Every record has the metadata `key`, `scope` and `module`, `declared` with the place of the binding where there is one, `duration` where
  /// something has ended, and `number`, which is the same in the records that belong together. An error is handed over as the record's error.
  /// Nothing is put together for a level that the logger does not write.
  public struct LoggingObserver: Observer {
    /// The level of each kind of record; `nil` for none.
    public struct Levels: Sendable, Hashable {
      /// A container was built, is starting, has started, stopped or closed; a component has closed.
      public var containers: Logger.Level? = .debug
      /// A binding is starting, has started or stopped, or has done what it does on closing.
      public var hooks: Logger.Level? = .debug
      /// A scope has opened or closed.
      public var scopes: Logger.Level? = .trace
      /// A value is being created, or was.
      public var creations: Logger.Level? = .trace
      /// A value was there already. Watching this takes the short way to shared values from every resolution, so by default it is `nil`.
      public var reuses: Logger.Level?
      /// A factory or a hook of a start or a stop has not returned for long.
      public var delays: Logger.Level? = .warning
      /// A factory or a hook failed. An error is recorded for every creation that it ends on its way out, for the binding and the container that it keeps from
      /// starting, and for the closing that it was a part of.
      public var failures: Logger.Level? = .error

      /// Creates the levels that are good for most programs, to be changed one by one.
      public init() {}
    }

    private let logger: Logger
    private let levels: Levels

    /// Creates an observer.
    ///
    /// - Parameters:
    ///   - logger: Where the records go.
    ///   - levels: What is recorded at which level.
    public init(_ logger: Logger, levels: Levels = Levels()) {
      self.logger = logger
      self.levels = levels
    }

    /// Whether reuses have a level.
    public var observesReuse: Bool { levels.reuses != nil }

    /// Writes a record, if its level is written.
    public func observe(_ event: Event) {
      guard let level = levels[event], logger.logLevel <= level else { return }
      let record = Record(event)
      logger.log(
        level: level, "\(record.message)", error: record.error, metadata: metadata(of: event, record), source: "Dovetail")
    }

    private func metadata(of event: Event, _ record: Record) -> Logger.Metadata {
      let subject = event.subject
      var metadata: Logger.Metadata = [
        "key": "\(subject.key)", "scope": "\(subject.scope)", "module": "\(subject.module)",
      ]
      if subject.location.isKnown { metadata["declared"] = "\(subject.location)" }
      if let duration = record.duration { metadata["duration"] = "\(duration.milliseconds)" }
      if event.number > 0 { metadata["number"] = "\(event.number)" }
      return metadata
    }
  }

  extension LoggingObserver.Levels {
    fileprivate subscript(_ event: Event) -> Logger.Level? {
      switch event.kind {
      case .built: containers
      case .creating, .created: creations
      case .reused: reuses
      case .failed: failures
      case .unfinished: delays
      case .starting, .started, .stopped, .closed: event.subject.isBind ? hooks : containers
      case .scopeOpened, .scopeClosed: scopes
      }
    }
  }

  /// An event in the parts of a record. The message is the same for all events of one kind about one key, so that they can be counted.
  private struct Record {
    let message: String
    var duration: Duration?
    var error: (any Error)?

    init(_ event: Event) {
      let name = event.subject == .container ? "the container" : event.subject.key.description.onOneLine
      switch event.kind {
      case .built(let duration): (message, self.duration) = ("built \(name)", duration)
      case .creating: message = "creating \(name)"
      case .created(let duration): (message, self.duration) = ("created \(name)", duration)
      case .failed(let error, let duration):
        (message, self.duration) = ("\(name) failed", duration)
        self.error = error
      case .reused: message = "reused \(name)"
      case .starting: message = "starting \(name)"
      case .started(let duration): (message, self.duration) = ("started \(name)", duration)
      case .stopped(let duration): (message, self.duration) = ("stopped \(name)", duration)
      case .unfinished(let duration): (message, self.duration) = ("\(name) has not returned yet", duration)
      case .closed: message = "closed \(name)"
      case .scopeOpened: message = "opened the scope \(name)"
      case .scopeClosed: message = "closed the scope \(name)"
      }
    }
  }
#endif
