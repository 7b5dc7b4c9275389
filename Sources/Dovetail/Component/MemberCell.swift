// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// What is kept of one member: its shared instance, its replacement, and whether its needs were seen.
///
/// A cell stays as long as the instances that it is one of, also when it was forgotten: somebody may still read it.
// SAFETY: everything is constant or atomic, but `state` and `next`, which are only touched under the lock of these instances, and `place`
// and `onClose`, which only the thread touches that makes the value, before others can see it.
struct MemberCell: Equatable, @unchecked Sendable {
  /// How the instances of a member are shared.
  enum Sharing: Sendable {
    case single
    case weak(WeakInstance)
    /// Made by one task for all that wait; the instance knows the type.
    case asyncSingle(Instance)
    case asyncWeak(any AnyObject & Sendable)
    case transient
  }

  struct Body: ~Copyable {
    let member: Member
    let scope: MemberScope
    let sharing: Sharing
    let note: MemberNote
    let special: Special?
    let memory = Atomic<UnsafeMutableRawPointer?>(nil)
    let isForgotten = Atomic<Bool>(false)
    /// Where the value of a single member will be.
    let place: UnsafeMutableRawPointer?
    /// Closes the value in `place`.
    var onClose: (@Sendable (UnsafeMutableRawPointer) -> Void)?
    var state = InstanceState()
    var next: MemberCell?
  }

  /// What few members have.
  final class Special: Sendable {
    let key: MemberKey?
    let replacement: Replacement?

    init(_ key: MemberKey?, _ replacement: Replacement?) {
      self.key = key
      self.replacement = replacement
    }
  }

  let body: UnsafeMutablePointer<Body>

  init(at address: UnsafeMutableRawPointer) { body = address.assumingMemoryBound(to: Body.self) }

  init(_ body: consuming Body, _ arena: inout MemberArena) {
    self.body = arena.allocate(Body.self)
    self.body.initialize(to: body)
  }

  var address: UnsafeMutableRawPointer { UnsafeMutableRawPointer(body) }
  var member: Member { body.pointee.member }
  var sharing: Sharing { body.pointee.sharing }
  var note: MemberNote { body.pointee.note }
  var key: MemberKey? { body.pointee.special?.key }
  var replacement: Replacement? { body.pointee.special?.replacement }
  var step: ResolutionError.Step { member.step(in: body.pointee.scope) }
  var place: UnsafeMutableRawPointer? { body.pointee.place }

  /// Where the value of a single member is, once it is built; of a transient one something else than nil, once it has run to its end, so
  /// that its needs are known, and nothing replaces it.
  var memory: UnsafeMutableRawPointer? { body.pointee.memory.load(ordering: .acquiring) }

  /// Whether reads give the same value for a while.
  var isShared: Bool { body.pointee.scope != .transient }

  /// Whether the value of a single member is there.
  var isReady: Bool { isShared && memory != nil }

  /// Whether it was forgotten, so that the next read gets another one.
  var isForgotten: Bool { body.pointee.isForgotten.load(ordering: .relaxed) }

  /// Whether nothing can be built for the cell any more that would be kept.
  var isFinished: Bool {
    switch sharing {
    case .single: memory != nil
    case .asyncSingle(let instance): instance.isReady
    case .weak, .asyncWeak: false
    case .transient: true
    }
  }

  /// Whether an object is the shared instance.
  func holds(_ object: AnyObject) -> Bool {
    guard isShared, let memory else { return false }
    func value<Value>(_ type: Value.Type) -> AnyObject { memory.assumingMemoryBound(to: type).pointee as AnyObject }
    return _openExistential(member.value, do: value) === object
  }
}

// The value in its place, and how it is closed.
extension MemberCell {
  /// Puts the value of a single member into its place, with what is to be done when it closes.
  func put<Value>(_ value: Value, _ onClose: @escaping @Sendable (Value) -> Void) {
    body.pointee.place?.initializeMemory(as: Value.self, to: value)
    body.pointee.onClose = { place in onClose(place.assumingMemoryBound(to: Value.self).pointee) }
  }

  /// Does what is to be done when the value closes.
  func close() {
    if let place, let onClose = body.pointee.onClose { onClose(place) }
  }

  /// Takes a value out of its place that will not be handed out.
  func clear() {
    body.pointee.onClose = nil
    guard let place else { return }
    func clear<Value>(_ type: Value.Type) { place.assumingMemoryBound(to: Value.self).deinitialize(count: 1) }
    _openExistential(member.value, do: clear)
  }

  /// Lets go of everything; nobody can read any more.
  func destroy() {
    if body.pointee.place != nil, body.pointee.onClose != nil || memory == body.pointee.place { clear() }
    body.deinitialize(count: 1)
  }
}
