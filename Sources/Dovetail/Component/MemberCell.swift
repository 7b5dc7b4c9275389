// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// What is kept of one member: its shared instance, its replacement, and whether its needs were seen.
///
/// A cell stays as long as the instances that it is one of, also when it was forgotten: somebody may still read it.
// SAFETY: everything is constant or atomic, but what `work` leads to, which is only touched under the lock of these instances, and `place`
// and `closing`, which only the thread touches that makes the value, before others can see it.
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

  /// Closes the value at an address.
  struct Closing: Sendable {
    let run: @Sendable (UnsafeMutableRawPointer) -> Void
  }

  struct Body: ~Copyable {
    let member: Member
    let scope: MemberScope
    let sharing: Sharing
    let note: MemberNote
    let special: Special?
    let memory = Atomic<UnsafeMutableRawPointer?>(nil)
    let isForgotten = Atomic<Bool>(false)
    /// Who makes the value of a single member, and who waits; apart, because it changes while others read what is constant.
    let work: UnsafeMutablePointer<InstanceState>
    /// Closes the value in `place`.
    let closing: UnsafeMutablePointer<Closing?>
    /// Where the value of a single member will be.
    let place: UnsafeMutableRawPointer?
    let next: MemberCell?
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
    body.work.initialize(to: InstanceState())
    body.closing.initialize(to: nil)
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

  /// What a thread that wants the value has to do. To be called under the lock.
  func enter(as thread: ThreadID) -> InstanceState.Entrance {
    let work = body.pointee.work
    return work.pointee.enter(as: thread, wanting: step)
  }

  /// Ends a build. To be called under the lock.
  func finish(ready: Bool) -> Flight? {
    let work = body.pointee.work
    return work.pointee.finish(ready: ready)
  }

  /// Whether an object is the shared instance.
  func holds(_ object: AnyObject) -> Bool {
    guard isShared, let memory else { return false }
    return memory.boxedValue(of: member.value) as AnyObject === object
  }
}

// The value in its place, and how it is closed.
extension MemberCell {
  /// Puts the value of a single member into its place, with what is to be done when it closes.
  func put<Value>(_ value: Value, _ onClose: @escaping @Sendable (Value) -> Void) {
    body.pointee.place?.initializeMemory(as: Value.self, to: value)
    let closing = body.pointee.closing
    closing.pointee = Closing { place in onClose(place.assumingMemoryBound(to: Value.self).pointee) }
  }

  /// Does what is to be done when the value closes.
  func close() {
    if let place, let closing = body.pointee.closing.pointee { closing.run(place) }
  }

  /// Takes a value out of its place that will not be handed out.
  func clear() {
    let closing = body.pointee.closing
    closing.pointee = nil
    place?.destroyValue(of: member.value)
  }

  /// Lets go of everything; nobody can read any more.
  func destroy() {
    if body.pointee.place != nil, body.pointee.closing.pointee != nil || memory == body.pointee.place { clear() }
    body.pointee.work.deinitialize(count: 1)
    body.pointee.closing.deinitialize(count: 1)
    body.deinitialize(count: 1)
  }
}
