// SPDX-License-Identifier: Apache-2.0
#if Tracing
  public import Dovetail
  public import Metrics

  /// Counts and times what a container does, with swift-metrics.
  ///
  /// ```swift
  /// let container = try Container(ShopModule(), observers: [MetricsObserver()])
  /// ```
  ///
  /// | metric | kind | dimensions | what |
  /// |---|---|---|---|
  /// | `dovetail.creations` | timer | `key`, `scope` | how long making a value took, with all that was made for it; not with shared values that are made asynchronously, which come before |
  /// | `dovetail.starts` | timer | `key` | how long a binding, or the container, took to start |
  /// | `dovetail.stops` | timer | `key` | how long it took to stop |
  /// | `dovetail.closes` | counter | `key` | values with an `onClose` that have closed, also where its condition left nothing to do |
  /// | `dovetail.failures` | counter | `key` | factories and hooks that failed; an error counts once for every creation that it ends, once for the binding that it keeps from starting, and once for the container that it keeps from starting, or for the container, the scope or the component that closes with it |
  /// | `dovetail.reuses` | counter | `key` | resolutions that were answered with what was there |
  /// | `dovetail.scopes` | meter | `kind` | scopes that are open; one that is dropped and not closed stays in it |
  /// | `dovetail.containers` | meter | | containers that are open, counted the same way |
  ///
  /// There are as many series as the graph has bindings, and no more.
  public final class MetricsObserver: Observer {
    /// Whether reuses are counted. That takes the short way to shared values from every resolution.
    public let observesReuse: Bool
    private let factory: any MetricsFactory
    private let prefix: String
    private let known = Lock<[Series: Instrument]>([:])

    /// Creates an observer.
    ///
    /// - Parameters:
    ///   - factory: Who makes the metrics. Without one it is the current one of `MetricsSystem`, so bootstrap that first.
    ///   - prefix: What all labels begin with.
    ///   - observesReuse: Whether reuses are counted.
    public init(
      factory: any MetricsFactory = MetricsSystem.factory, prefix: String = "dovetail", observesReuse: Bool = false
    ) {
      self.factory = factory
      self.prefix = prefix
      self.observesReuse = observesReuse
    }

    /// Counts an event.
    public func observe(_ event: Event) {
      let subject = event.subject
      switch event.kind {
      case .created(let duration): timer(.creations, subject)?.record(duration: duration)
      case .started(let duration): timer(.starts, subject)?.record(duration: duration)
      case .stopped(let duration): timer(.stops, subject)?.record(duration: duration)
      case .failed: counter(.failures, subject)?.increment()
      case .reused: counter(.reuses, subject)?.increment()
      case .scopeOpened: meter(.scopes, subject)?.increment()
      case .scopeClosed: meter(.scopes, subject)?.decrement()
      case .built: meter(.containers, subject)?.increment()
      case .closed:
        if subject == .container {
          meter(.containers, subject)?.decrement()
        } else if subject.isBind {
          counter(.closes, subject)?.increment()
        }
      case .creating, .starting, .unfinished: break
      }
    }
  }

  extension MetricsObserver {
    fileprivate enum Label: String { case creations, starts, stops, closes, failures, reuses, scopes, containers }

    /// One metric with its dimensions.
    fileprivate struct Series: Hashable {
      let label: Label
      let key: Graph.Key
      let scope: Graph.Scope
    }

    fileprivate enum Instrument: Sendable {
      case timer(Timer)
      case counter(Counter)
      case meter(Meter)
    }

    private func timer(_ label: Label, _ subject: Event.Subject) -> Timer? {
      guard case .timer(let timer) = instrument(label, subject) else { return nil }
      return timer
    }

    private func counter(_ label: Label, _ subject: Event.Subject) -> Counter? {
      guard case .counter(let counter) = instrument(label, subject) else { return nil }
      return counter
    }

    private func meter(_ label: Label, _ subject: Event.Subject) -> Meter? {
      guard case .meter(let meter) = instrument(label, subject) else { return nil }
      return meter
    }

    /// The metric of a series, made on first use: to look one up by its labels is what costs.
    private func instrument(_ label: Label, _ subject: Event.Subject) -> Instrument {
      let series = Series(label: label, key: subject.key, scope: subject.scope)
      if let found = known.withLock({ $0[series] }) { return found }
      // Not under the lock: the factory is the program's code. One that is asked twice gives the same metric twice.
      let made = make(label, subject)
      return known.withLock { known in
        if let found = known[series] { return found }
        known[series] = made
        return made
      }
    }

    private func make(_ label: Label, _ subject: Event.Subject) -> Instrument {
      let name = "\(prefix).\(label)"
      let key = ("key", "\(subject.key)")
      return switch label {
      case .creations:
        .timer(Timer(label: name, dimensions: [key, ("scope", "\(subject.scope)")], factory: factory))
      case .starts, .stops: .timer(Timer(label: name, dimensions: [key], factory: factory))
      case .closes, .failures, .reuses: .counter(Counter(label: name, dimensions: [key], factory: factory))
      case .scopes: .meter(Meter(label: name, dimensions: [("kind", "\(subject.key)")], factory: factory))
      case .containers: .meter(Meter(label: name, factory: factory))
      }
    }
  }
#endif
