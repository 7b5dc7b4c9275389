// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// What is kept of one member: its shared instance, its replacement, and whether its needs were seen.
///
/// A cell stays as long as the instances that it is one of, also when it was forgotten: somebody may still read it.
// SAFETY: everything is constant or atomic, but what `closing` and `place` lead to, which only the thread touches that makes the value,
// before others can see it.
struct MemberCell: Hashable, @unchecked Sendable {
  /// How the instances of a member are shared.
  enum Sharing: Sendable {
    case single
    case weak(WeakInstance)
    /// Made by one task for all that wait; the instance knows the type.
    case asyncSingle(Instance)
    case asyncWeak(any AnyObject & Sendable)
    case transient

    /// Whether nothing but the scope of the member tells how.
    var isPlain: Bool {
      switch self {
      case .single, .transient: true
      case .weak, .asyncSingle, .asyncWeak: false
      }
    }
  }

  /// Closes the value at an address.
  typealias Closer = @Sendable (UnsafeMutableRawPointer) -> Void

  static func closer<Value>(_ onClose: (@Sendable (Value) -> Void)?) -> Closer? {
    guard let onClose else { return nil }
    return { onClose($0.assumingMemoryBound(to: Value.self).pointee) }
  }

  /// How the value of a single member is closed.
  struct Closing {
    var run: Closer?
    /// What is closed after it: see ``MemberClosers``.
    var next: MemberCell?
  }

  /// Behind it lies a `Closing`, apart, because it changes while others read what is constant; then the value.
  struct Body: ~Copyable {
    let member: Member
    let scope: MemberScope
    let sharing: Sharing
    let special: Special?
    /// Whether there is nothing to know but the member: no key, no replacement, and nothing that holds the value elsewhere.
    let isPlain: Bool
    /// Where the note is, in bytes from the cell, so that both may be copied together.
    let note: Int
    fileprivate(set) var next: MemberCell?
    let memory = Atomic<UnsafeMutableRawPointer?>(nil)
    let isForgotten = Atomic<Bool>(false)
    /// Who makes the value of a single member.
    let gate = WordGate()
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

  /// Makes an empty cell in as much memory as ``byteCount(_:in:)`` says, aligned for the member's values and for words.
  init(
    at memory: UnsafeMutableRawPointer, of member: Member, _ note: MemberNote, in scope: MemberScope, _ sharing: Sharing,
    _ special: Special? = nil
  ) {
    body = memory.assumingMemoryBound(to: Body.self)
    body.initialize(
      to: Body(
        member: member, scope: scope, sharing: sharing, special: special, isPlain: special == nil && sharing.isPlain,
        note: note.address - memory, next: nil))
    closing.initialize(to: Closing())
  }

  /// The bytes between a cell and its value.
  static func header(_ alignment: Int) -> Int {
    (MemoryLayout<Body>.stride + MemoryLayout<Closing>.stride).roundedUp(toMultipleOf: alignment)
  }

  /// How long a cell is, with the value of a single member.
  static func byteCount(_ member: Member, in scope: MemberScope) -> Int { member.header + (scope == .single ? member.size : 0) }

  /// Links a cell that nobody else sees yet.
  ///
  /// - Parameter next: The cell of the same instances that was made before.
  func link(before next: MemberCell?) { body.pointee.next = next }

  var address: UnsafeMutableRawPointer { UnsafeMutableRawPointer(body) }
  var member: Member { body.pointee.member }
  var sharing: Sharing { body.pointee.sharing }
  var note: MemberNote { MemberNote(at: address + body.pointee.note) }
  var key: MemberKey? { body.pointee.special?.key }
  var replacement: Replacement? { body.pointee.special?.replacement }
  var step: ResolutionError.Step { member.step(in: scope) }
  var isPlain: Bool { body.pointee.isPlain }
  var scope: MemberScope { body.pointee.scope }
  var next: MemberCell? { body.pointee.next }

  /// Where the value of a single member will be.
  var place: UnsafeMutableRawPointer? { scope == .single ? address + member.header : nil }

  private var closing: UnsafeMutablePointer<Closing> {
    (address + MemoryLayout<Body>.stride).assumingMemoryBound(to: Closing.self)
  }

  /// Where the value of a single member is, once it is built; of a transient one something else than nil, once it has run to its end, so
  /// that its needs are known, and nothing replaces it.
  var memory: UnsafeMutableRawPointer? { body.pointee.memory.load(ordering: .acquiring) }

  /// Whether reads give the same value for a while.
  var isShared: Bool { scope != .transient }

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
    return memory.boxedValue(of: member.value) as AnyObject === object
  }
}

// The value in its place, and how it is closed.
extension MemberCell {
  /// Says what is to be done when the value closes, which is in its place.
  // There was nothing to be done before, which the compiler need not let go of.
  func closes(by closer: @escaping Closer) { closing.initialize(to: Closing(run: closer)) }

  /// What closes after the cell: see ``MemberClosers``.
  var nextToClose: MemberCell? { closing.pointee.next }

  /// Closes the cell before another one.
  func closes(before next: MemberCell?) { closing.pointee.next = next }

  /// Does what is to be done when the value closes.
  func close() {
    if let place, let run = closing.pointee.run { run(place) }
  }

  /// Takes a value out of its place that will not be handed out.
  func clear() {
    closing.pointee.run = nil
    guard let place else { return }
    if member.isObject {
      place.assumingMemoryBound(to: AnyObject.self).deinitialize(count: 1)
    } else {
      place.destroyValue(of: member.value)
    }
  }

  /// Closes a value that was just put into its place, because what has made it has closed meanwhile.
  ///
  /// - Returns: What is to be thrown instead of handing out the value.
  func refuse() -> ResolutionError {
    close()
    clear()
    return ResolutionError.closed("the component '\(TypeName(member.owner))'", step.key).through(step)
  }

  /// Lets go of everything; nobody can read any more.
  func destroy() {
    if let place, memory == place || closing.pointee.run != nil { clear() }
    // Nothing of a plain one holds anything.
    if !isPlain { body.deinitialize(count: 1) }
  }
}
