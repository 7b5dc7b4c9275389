// SPDX-License-Identifier: Apache-2.0
public import Dovetail
internal import DovetailGraph

// The questions of tests to a recorder: counts, and orders.
extension RecordingObserver {
  /// The number of values that the factory of a binding returned, and its decorators.
  ///
  /// - Parameters:
  ///   - type: The bound type.
  ///   - name: The name of the binding; `nil` for the plain one.
  public func creations<Value>(of type: Value.Type, named name: String? = nil) -> Int { creations(of: Key(type, named: name)) }

  /// The number of values that the factory of a binding returned, and its decorators.
  public func creations<Value>(of key: Key<Value>) -> Int { keys(\.isCreation).count { $0 == key.graphKey } }

  /// The number of times that an existing value was handed out; 0 unless the recorder was made with `observesReuse`.
  ///
  /// - Parameters:
  ///   - type: The bound type.
  ///   - name: The name of the binding; `nil` for the plain one.
  public func reuses<Value>(of type: Value.Type, named name: String? = nil) -> Int { reuses(of: Key(type, named: name)) }

  /// The number of times that an existing value was handed out; 0 unless the recorder was made with `observesReuse`.
  public func reuses<Value>(of key: Key<Value>) -> Int { keys(\.isReuse).count { $0 == key.graphKey } }

  /// The keys of created values, in order of completion: the dependencies of a value come before the value.
  public var created: [String] { keys(\.isCreation).map(\.description) }

  /// The keys whose factories or hooks failed, in order. Containers, scopes and components themselves are left out.
  public var failed: [String] { keys(\.isFailure).map(\.description) }

  /// The keys of started bindings, in order of completion. The container itself, which comes last, is left out.
  public var started: [String] { keys(\.isStart).map(\.description) }

  /// The keys of stopped bindings, in order of completion. The container itself, which comes last, is left out.
  public var stopped: [String] { keys(\.isStop).map(\.description) }

  /// The keys of the values with an `onClose` that have closed, in order, also where its condition left nothing to do. The container or the component itself, which
  /// comes last, is left out.
  public var closed: [String] { keys(\.isClosing).map(\.description) }

  private func keys(_ isMeant: (Event.Kind) -> Bool) -> [Graph.Key] {
    events.filter { $0.subject.isBind && isMeant($0.kind) }.map(\.subject.key)
  }
}

extension Event.Kind {
  fileprivate var isCreation: Bool { if case .created = self { true } else { false } }
  fileprivate var isReuse: Bool { if case .reused = self { true } else { false } }
  fileprivate var isFailure: Bool { if case .failed = self { true } else { false } }
  fileprivate var isStart: Bool { if case .started = self { true } else { false } }
  fileprivate var isStop: Bool { if case .stopped = self { true } else { false } }
  fileprivate var isClosing: Bool { if case .closed = self { true } else { false } }
}
