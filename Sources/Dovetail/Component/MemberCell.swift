// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// What is kept of one member: its shared instance, its replacement, and whether its needs were seen.
final class MemberCell: Sendable {
  /// How the instances of a member are shared.
  enum Sharing: Sendable {
    case single(Instance)
    case weak(WeakInstance)
    /// Made by one task for all that wait; the instance knows the type.
    case asyncWeak(any Sendable)
    case transient
  }

  let member: Member
  let key: MemberKey?
  let step: ResolutionError.Step
  let sharing: Sharing
  /// The instance of a single member.
  let single: Instance?
  let replacement: Replacement?
  private let object: @Sendable (Instance) -> AnyObject?
  private let settled = Atomic<Bool>(false)

  init<Value>(
    _ member: Member, _ key: MemberKey?, _ sharing: Sharing, _ replacement: Replacement?, holding type: Value.Type
  ) {
    object = { $0.value(as: Value.self).map { $0 as AnyObject } }
    self.member = member
    self.key = key
    self.sharing = sharing
    single = if case .single(let instance) = sharing { instance } else { nil }
    self.replacement = replacement
    step = member.step(in: sharing.scope)
  }

  /// Whether a transient member has run to its end once, so that its needs are known, and nothing replaces it.
  @inline(__always)
  var isSettled: Bool { settled.load(ordering: .relaxed) }

  func settle() {
    if case .transient = sharing, replacement == nil { settled.store(true, ordering: .relaxed) }
  }

  /// The value of a single member, when it is built.
  @inline(__always)
  func ready<Value>(as type: Value.Type) -> Value? { single?.value(as: type) }

  /// Whether reads give the same value for a while.
  var isShared: Bool { if case .transient = sharing { false } else { true } }

  /// Whether the value of a single member is there.
  var isReady: Bool { single?.isReady ?? false }

  /// Whether an object is the shared instance.
  func holds(_ object: AnyObject) -> Bool {
    guard let single else { return false }
    return self.object(single) === object
  }

  /// Whether nothing can be built for the cell any more that would be kept.
  var isFinished: Bool {
    switch sharing {
    case .single(let instance): instance.isReady
    case .weak, .asyncWeak: false
    case .transient: true
    }
  }
}

extension MemberCell.Sharing {
  var scope: Graph.Scope {
    switch self {
    case .single: .singleton
    case .weak, .asyncWeak: .weak
    case .transient: .transient
    }
  }
}
