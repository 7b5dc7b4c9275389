// SPDX-License-Identifier: Apache-2.0

/// A request that is made later, once or often: what a provider and its kin hold.
///
/// It holds the home, which holds the container until that closes, but never the slot. A slot holds its built value; if the request held
/// the slot too, singletons that have providers of each other would keep each other alive for ever.
struct DeferredRequest: Sendable {
  private let home: Home
  let target: DeferredTarget

  fileprivate init(_ target: DeferredTarget, from home: Home) {
    self.target = target
    self.home = home
  }

  func callAsFunction<Value>(_ arguments: Arguments? = nil) throws(ResolutionError) -> Value {
    try home.request(target, arguments)
  }
}

/// What a deferred request asks: a slot that somebody else keeps, and what errors have to say when nobody does any more.
final class DeferredTarget: Sendable {
  let slot: Unmanaged<Slot>
  let step: ResolutionError.Step
  let argumentTypes: [TypeName]

  init(_ slot: Slot) {
    self.slot = .passUnretained(slot)
    step = slot.step
    argumentTypes = slot.argumentTypes
  }
}

/// What makes deferred requests of a slot. Only the container's own slots hold it, so it may keep that slot.
struct DeferredSource: Sendable {
  private let slot: Slot
  private let owner: Owner
  let target: DeferredTarget

  init(_ slot: Slot, _ owner: Owner) {
    self.slot = slot
    self.owner = owner
    target = DeferredTarget(slot)
  }

  /// A request that asks where the context belongs.
  func request(_ context: Context) -> DeferredRequest { DeferredRequest(target, from: owner.home(context)) }
}
