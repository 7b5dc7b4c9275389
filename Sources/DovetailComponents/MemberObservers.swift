// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime

/// The observers of the values that a component makes and closes.
final class MemberObservers: Sendable {
  private let list: ObserverList
  private let owner = Lock<CloseOwner?>(nil)

  /// - Returns: `nil` when there are no observers.
  init?(_ observers: [any Observer]) {
    guard let list = ObserverList(observers) else { return nil }
    self.list = list
  }

  // MARK: Closing

  /// Notes the closing component: the instances do not know their owner.
  func close(_ owner: CloseOwner) { self.owner.withLock { $0 = owner } }

  /// Reports that the component has closed.
  var notice: CloseEntry {
    let notice = CloseNotice { [self] in
      guard case .component(let type) = owner.withLock({ $0 }) else { return }
      list.tell(.closed, of: Event.Subject(key: Graph.Key(type: TypeName(type)), scope: .singleton))
    }
    return CloseEntry(action: notice, value: ())
  }

  /// Reports that a member's `onClose` has run, if it is added to the record before that.
  func notice(of step: ResolutionError.Step) -> CloseEntry {
    CloseEntry(action: CloseNotice { [list] in list.tell(.closed, of: Event.Subject(step)) }, value: ())
  }

  // MARK: Making

  /// Whether an observer asks for every reuse of a value.
  var observesReuse: Bool { list.observesReuse }

  /// Reports the reuse of a value to the observers that ask for it.
  func tellReuse(of read: MemberRead) { list.tellReuse(of: read.step) }

  /// Runs a read that awaits, and reports a reuse of a value to the observers that ask for it.
  nonisolated(nonsending) func tellingReuse<Value>(
    of read: MemberRead, _ get: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    let mark = CreationMark(read.step)
    let value = try await CreationMark.$current.withValue(mark, operation: get)
    list.tellReuse(mark)
    return value
  }

  /// Runs a member's factory, and reports the outcome.
  func creating<Value>(_ step: ResolutionError.Step, _ make: () throws -> Value) throws -> Value {
    let creation = list.creating(step)
    do {
      let value = try creation.run(make)
      creation.succeeded(with: value)
      return value
    } catch {
      creation.failed(error)
      throw error
    }
  }

  /// Runs a member's asynchronous factory, and reports the outcome.
  nonisolated(nonsending) func creating<Value: Sendable>(
    _ step: ResolutionError.Step, _ make: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    let creation = list.creating(step)
    do {
      let value = try await creation.isEnclosed ? enclosed(creation, make) : make()
      creation.succeeded(with: value)
      return value
    } catch {
      creation.failed(error)
      throw error
    }
  }

  /// Runs a factory in the reader's isolation, within observers that run in another one.
  private nonisolated(nonsending) func enclosed<Value: Sendable>(
    _ creation: ObserverList.Creation, _ make: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    // SAFETY: the factory is run on the reader's actor only, and before this returns.
    nonisolated(unsafe) let make = make
    let actor = #isolation
    return try await creation.run { try await MemberObservers.run(make, on: actor) }
  }

  private static func run<Value: Sendable>(
    _ make: nonisolated(nonsending) () async throws -> Value, on actor: isolated (any Actor)?
  ) async throws -> Value { try await make() }
}
