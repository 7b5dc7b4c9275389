// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// Tells when a shared value was there already. Put in place only where an observer asks for it.
// SAFETY: as in Slot; the observers are a Sendable let.
final class ReuseSlot<Value>: FrontSlot<Value>, @unchecked Sendable {
  private let observers: ObserverList

  init(_ bound: TypedSlot<Value>, _ observers: ObserverList) {
    self.observers = observers
    super.init(bound)
  }

  // So that what is built is not prepared again and again.
  override var isReady: Bool { bound.isReady }

  override func get(_ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value {
    let mark = CreationMark(step)
    // Written without a typed throw, which the task-local does not pass on.
    let result: Result<Value, ResolutionError> = CreationMark.$current.withValue(mark) {
      do throws(ResolutionError) { return .success(try bound.get(context, arguments)) } catch { return .failure(error) }
    }
    let value = try result.get()
    tell(mark)
    return value
  }

  override func produce(
    _ context: Context, _ arguments: [any Sendable]?, _ state: RequestState
  ) async throws -> Handed<Value> {
    let mark = CreationMark(step)
    let value = try await CreationMark.$current.withValue(mark) { try await bound.produce(context, arguments, state) }
    tell(mark)
    return value
  }

  private func tell(_ mark: CreationMark) {
    if !mark.isMade { observers.tellReuse(of: step) }
  }
}

/// Finds out whether a request made the value or found it.
final class CreationMark: Sendable {
  @TaskLocal static var current: CreationMark?

  private let step: ResolutionError.Step
  private let made = Atomic<Bool>(false)

  init(_ step: ResolutionError.Step) { self.step = step }

  var isMade: Bool { made.load(ordering: .acquiring) }

  /// Notes that the value of a bind is being made.
  static func note(_ step: ResolutionError.Step) {
    guard let current, current.step.location == step.location, current.step.key == step.key else { return }
    current.made.store(true, ordering: .releasing)
  }
}
