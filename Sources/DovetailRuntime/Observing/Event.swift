// SPDX-License-Identifier: Apache-2.0

/// One action of a container; see ``Observer``.
public struct Event: Sendable {
  /// The kind of action. Later versions may add cases, so a `switch` should have a `default`.
  public enum Kind: Sendable {
    /// The container, which is the subject, was read, checked and compiled.
    case built(in: Duration)
    /// A factory is about to run. ``created(in:)`` or ``failed(_:after:)`` follows with the same number.
    case creating
    /// A value was made. The duration includes the creation of its dependencies, but for shared ones that are made asynchronously: these are made before.
    case created(in: Duration)
    /// A factory or a hook threw, or it did not return in time; or a container, which is the subject, could not be started because of that; or a container, a
    /// scope or a component has closed with errors: then the error is a ``CloseError``, and ``closed`` or ``scopeClosed`` follows.
    case failed(any Error, after: Duration)
    /// A resolution or a dependency was answered with an existing value.
    case reused
    /// A container, or a binding in it, is about to start: the value is built, then `onStart` runs. The argument is the number of the last of its needed bindings to
    /// start; `nil` when it had to wait for none.
    case starting(after: Int?)
    /// A binding has started; at the end the container. The event has the number of its ``starting(after:)``. A start that is cancelled or stopped, and in which
    /// nothing failed, ends without it: only ``stopped(in:)`` of the container follows.
    case started(in: Duration)
    /// A binding has stopped; at the end the container. Failures were reported before, as ``failed(_:after:)``.
    case stopped(in: Duration)
    /// A factory or a hook of a start or a stop has not returned after that time; told once. It goes on, and what waits for it waits, unless there is a deadline.
    case unfinished(after: Duration)
    /// A binding's value with an `onClose` has closed, also where its condition left nothing to do, or a container or a component has closed with all its values.
    /// Failures were reported before, as ``failed(_:after:)``.
    case closed
    /// A scope, which is the subject, has opened.
    case scopeOpened
    /// A scope has closed with everything in it. Failures were reported before, as ``failed(_:after:)``.
    case scopeClosed
  }

  /// The subject of an event: a binding or a member; or a container, a scope or a component, represented by its type.
  public struct Subject: Sendable, Hashable {
    /// The key of the binding; `Container` for a container, the kind for a scope, the class for a component.
    public let key: Graph.Key
    /// The scope of the binding.
    public let scope: Graph.Scope
    /// The module that declares the binding; `the program` for containers, scopes and components.
    public let module: TypeName
    /// The place of the declaration; unknown for containers, scopes and components.
    public let location: SourceLocation
    /// Whether the binding reaches out of the program; see `external` of a binding.
    public let isExternal: Bool
    /// Whether it is a binding or a member; `false` for a container, a scope or a component itself.
    public let isBind: Bool

    /// Creates a subject, for tests of observers.
    public init(
      key: Graph.Key, scope: Graph.Scope, module: TypeName = TypeName(text: "the program"), location: SourceLocation = .unknown,
      isExternal: Bool = false, isBind: Bool = true
    ) {
      self.key = key
      self.scope = scope
      self.module = module
      self.location = location
      self.isExternal = isExternal
      self.isBind = isBind
    }

    package init(_ step: ResolutionError.Step) {
      self.init(key: step.key, scope: step.scope, module: step.module, location: step.location, isExternal: step.isExternal)
    }

    package init(scope kind: TypeName) { self.init(key: Graph.Key(type: kind), scope: .scoped(kind), isBind: false) }

    /// A component itself.
    package init(component type: TypeName) { self.init(key: Graph.Key(type: type), scope: .singleton, isBind: false) }

    /// The subject of events about the container itself.
    public static let container = Subject(
      key: Graph.Key(type: TypeName(qualified: "Dovetail.Container", short: "Container")), scope: .singleton, isBind: false)
  }

  /// The kind of action.
  public let kind: Kind
  /// The subject of the action.
  public let subject: Subject
  /// The same in the events that belong together: to one creation, to one start or stop of a binding, to one open scope, and to one container from
  /// ``Kind/built(in:)`` to ``Kind/closed``; 0 for an event without a second one. No two containers or components have the same numbers, so that they may
  /// share an observer.
  public let number: Int
  /// The number of the start or the stop of the container that the event is a part of; 0 elsewhere.
  public let run: Int
  /// The time of the event.
  public let instant: ContinuousClock.Instant

  /// Creates an event, for tests of observers.
  public init(_ kind: Kind, of subject: Subject, number: Int = 0, in run: Int = 0, at instant: ContinuousClock.Instant) {
    self.kind = kind
    self.subject = subject
    self.number = number
    self.run = run
    self.instant = instant
  }
}

extension Event: CustomStringConvertible {
  /// The event in one line; an error with a longer text adds lines.
  public var description: String {
    let key = subject.key.description.onOneLine
    return switch kind {
    case .built(let duration): "built the container in \(duration.milliseconds)"
    case .creating: "creating \(key)"
    case .created(let duration): "created \(key) in \(duration.milliseconds)"
    case .failed(let error, let duration): "\(key) failed after \(duration.milliseconds): \(error)"
    case .reused: "reused \(key)"
    case .starting: "starting \(key)"
    case .started(let duration): "started \(key) in \(duration.milliseconds)"
    case .stopped(let duration): "stopped \(key) in \(duration.milliseconds)"
    case .unfinished(let duration): "\(key) has not returned after \(duration.milliseconds)"
    case .closed: subject == .container ? "closed the container" : "closed \(key)"
    case .scopeOpened: "opened the scope \(key)"
    case .scopeClosed: "closed the scope \(key)"
    }
  }
}
