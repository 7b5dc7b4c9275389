// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime

/// Those who are told what a component makes and closes.
final class MemberObservers: Sendable {
  private let list: ObserverList
  private let owner = Lock<CloseOwner?>(nil)

  /// - Returns: `nil` when nobody listens.
  init?(_ observers: [any Observer]) {
    guard let list = ObserverList(observers) else { return nil }
    self.list = list
  }

  // MARK: Closing

  /// Notes what closes: the instances do not know whose they are.
  func close(_ owner: CloseOwner) { self.owner.withLock { $0 = owner } }

  /// Tells that the component has closed.
  var notice: Closer {
    let notice = CloseNotice { [self] in
      guard case .component(let type) = owner.withLock({ $0 }) else { return }
      list.tell(.closed, of: Event.Subject(key: Graph.Key(type: TypeName(type)), scope: .singleton))
    }
    return Closer(action: notice, value: ())
  }

  /// Tells that what a member does on closing has run, if it is noted before that.
  func notice(of step: ResolutionError.Step) -> Closer {
    Closer(action: CloseNotice { [list] in list.tell(.closed, of: Event.Subject(step)) }, value: ())
  }

  // MARK: Making

  /// Whether somebody wants to know of every value that was there already.
  var observesReuse: Bool { list.observesReuse }

  /// Tells those who want to know that a value was there already.
  func tellReuse(of read: MemberRead) { list.tellReuse(of: read.step) }

  /// Runs a read that awaits, and tells those who want to know when the value was there already.
  nonisolated(nonsending) func tellingReuse<Value>(
    of read: MemberRead, _ get: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    let mark = CreationMark(read.step)
    let value = try await CreationMark.$current.withValue(mark, operation: get)
    list.tellReuse(mark)
    return value
  }

  /// Runs what makes a member, and tells how that ended.
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

  /// Runs what makes a member asynchronously, and tells how that ended.
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

  /// Runs a factory where the read runs, within observers that run somewhere else.
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
