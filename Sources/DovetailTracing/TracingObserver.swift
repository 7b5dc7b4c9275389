// SPDX-License-Identifier: Apache-2.0
#if Tracing
  public import Dovetail
  public import Tracing

  /// Makes a span of swift-distributed-tracing for everything that a container creates, starts and stops.
  ///
  /// ```swift
  /// let container = try Container(ShopModule(), observers: [TracingObserver()])
  /// ```
  ///
  /// Spans are called `create OrderDesk`, `start Server`, `stop Container`. They nest as creations do, but the span of a shared value that is
  /// made asynchronously is beside those of the values that need it. They are current while a factory or a hook runs: the spans that it makes
  /// itself are inside. An error is recorded in every span that it ends. The attributes `dovetail.key`, `dovetail.scope`, `dovetail.module` and
  /// `dovetail.declared` say which binding it is.
  public struct TracingObserver: EnclosingObserver {
    private let tracer: (any Tracer)?
    private let isTraced: @Sendable (Activity, Event.Subject) -> Bool

    /// Creates an observer.
    ///
    /// - Parameters:
    ///   - tracer: Who makes the spans; `nil` for the current one of `InstrumentationSystem`.
    ///   - isTraced: Which work has a span of its own; what has none is part of the span around it.
    public init(
      tracer: (any Tracer)? = nil, where isTraced: @escaping @Sendable (Activity, Event.Subject) -> Bool = { _, _ in true }
    ) {
      self.tracer = tracer
      self.isTraced = isTraced
    }

    /// Nothing: spans are made around the work.
    public func observe(_ event: Event) {}

    /// Runs a piece of work in a span.
    public func enclose<Result>(_ activity: Activity, of subject: Event.Subject, _ body: () throws -> Result) rethrows -> Result {
      guard isTraced(activity, subject) else { return try body() }
      return try current.withSpan(activity.span(of: subject)) { span in
        span.describe(subject)
        return try body()
      }
    }

    /// Runs a piece of work that may suspend in a span.
    public func enclose<Result>(
      _ activity: Activity, of subject: Event.Subject, _ body: () async throws -> Result
    ) async rethrows -> Result {
      guard isTraced(activity, subject) else { return try await body() }
      return try await current.withSpan(activity.span(of: subject)) { span in
        span.describe(subject)
        return try await body()
      }
    }

    private var current: any Tracer { tracer ?? InstrumentationSystem.tracer }
  }

  extension Activity {
    fileprivate func span(of subject: Event.Subject) -> String {
      switch self {
      case .creating: "create \(subject.key)"
      case .starting: "start \(subject.key)"
      case .stopping: "stop \(subject.key)"
      }
    }
  }

  extension Span {
    /// Says which binding the span is about, if anybody will read it.
    fileprivate func describe(_ subject: Event.Subject) {
      guard isRecording else { return }
      updateAttributes { attributes in
        attributes["dovetail.key"] = "\(subject.key)"
        attributes["dovetail.scope"] = "\(subject.scope)"
        attributes["dovetail.module"] = "\(subject.module)"
        if subject.location.isKnown { attributes["dovetail.declared"] = "\(subject.location)" }
      }
    }
  }
#endif
