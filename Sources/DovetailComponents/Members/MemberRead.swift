// SPDX-License-Identifier: Apache-2.0
public import DovetailRuntime
internal import Synchronization

/// One read that cannot take the fast path: it may have to make a value, or take part in an override, an observation or a build.
package struct MemberRead: ~Copyable {
  let site: MemberSite
  // Held by hand, because a counted optional takes time even if it is nil.
  private let heldKey: Unmanaged<MemberKey>?
  let scope: MemberScope
  /// See ``Member/isObject``.
  let isObject: Bool

  package init(_ site: MemberSite, in scope: MemberScope, isObject: Bool = false) {
    (self.site, heldKey, self.scope, self.isObject) = (site, nil, scope, isObject)
  }

  /// A read of a member that has instances of its own for each key, or for each actor.
  package init(_ site: MemberSite, _ key: any Hashable & Sendable, on actor: (any Actor)? = nil, in scope: MemberScope) {
    heldKey = key is Unkeyed && actor == nil ? nil : .passRetained(MemberKey(key, on: actor))
    self.site = heldKey == nil ? site : site.keyed
    (self.scope, isObject) = (scope, false)
  }

  deinit { heldKey?.release() }

  /// What the instance belongs to, held until the read ends; `nil` when the member has only one.
  @inline(__always)
  var key: MemberKey? { heldKey?.takeUnretainedValue() }

  /// The hash of the member, for tables.
  @inline(__always)
  var hash: UInt64 { if let key { site.hash &+ UInt64(truncatingIfNeeded: key.hash) } else { site.hash } }

  /// The member as errors call it.
  var step: ResolutionError.Step { site.step(in: scope) }

  /// The separate storage of the member's value; `nil` when there is none, or when it lies behind the member.
  var storage: (any AnyObject & Sendable)? {
    scope == .weak ? WeakInstance() : scope == .awaited ? Instance(of: site.value) : nil
  }

  /// The error for one place of a member that is shared in two ways.
  var clash: ResolutionError {
    ResolutionError(.unshareable, step.key, "\(step.key.quoted) is shared in two ways at one place", at: step)
  }
}

/// The member of a build.
final class MemberSource: StepSource {
  let site: MemberSite
  let scope: MemberScope

  init(site: MemberSite, scope: MemberScope) { (self.site, self.scope) = (site, scope) }

  var step: ResolutionError.Step { site.step(in: scope) }
}

extension Instances {
  /// The override that is looking for its member.
  @inline(__always)
  var override: Override? { detours.isQuiet ? nil : Override.current }

  /// These instances, or their replacement in a `withOverrides(_:)`.
  var home: Instances { detours.isQuiet ? self : layer }

  @inline(never)
  private var layer: Instances { Overlay.current?.layer(of: self) ?? self }

  /// The member of ``home``, in the generation of the override that makes its replacement, if there is one.
  @inline(never)
  private func detouredMember(_ read: borrowing MemberRead, at epoch: Int) -> (member: Member.Handle, isNew: Bool) {
    let home = home
    guard let generation = Override.generation(of: home) else { return home.member(read, at: epoch) }
    return home.member(read, of: generation)
  }

  /// The value of a single member, when it exists and the read needs nothing else.
  @inline(__always)
  func ready(_ read: borrowing MemberRead) -> Address? {
    detours.isQuiet ? table.find(read)?.head.pointee.value : nil
  }

  /// The member that answers a read.
  @inline(__always)
  func enter(_ read: borrowing MemberRead) throws(ResolutionError) -> MemberFrame {
    if isClosed { throw .closed(name(of: read.site.owner), read.step.key) }
    let chain = MemberChain(detours)
    // Noted before the generation is asked for: the build may read the generations of that epoch, of every component.
    let epoch = chain.epoch ?? detours.epoch
    let (member, isNew) = detours.isQuiet ? member(read, at: epoch) : detouredMember(read, at: epoch)
    if member.head.pointee.scope != read.scope { throw read.clash }
    log?.note(read, in: chain)
    // The gate, or the wait graph, detects a reentrant read of a value that is shared: a task that a factory has left behind may be the first to ask for another
    // one, whose factory then does not run inside that factory. A method that reads itself with other arguments may end.
    if !isNew, read.scope == .transient, !read.site.takesArguments, chain.contains(member) { throw Gate.reentered(read.step) }
    return MemberFrame(member: member, thread: chain.thread, outer: chain.made, task: chain.task, epoch: epoch)
  }
}

// The reads of members that are made synchronously. Generic code is slow, so the code that does not depend on the type is separate.
extension Instances {
  /// Gives the replacement to the override that is looking for this member; reads the member when there is no such override.
  @inline(__always)
  private func claimed<Value, Failure: Error>(
    _ read: borrowing MemberRead, _ failure: Failure.Type, _ get: () throws(ResolutionError) -> Value
  ) throws(Failure) -> Value {
    do throws(ResolutionError) {
      if let override { return try override.run(read, of: self, get) }
      return try get()
    } catch { throw error.thrown(as: Failure.self) }
  }

  /// Reads a member that is shared as long as the component exists.
  ///
  /// - Parameters:
  ///   - body: Closes the value, if it awaits nothing.
  ///   - action: Closes the value, if the closing has to be awaited.
  @inline(__always)
  package func single<Value, Failure: Error>(
    _ read: borrowing MemberRead, _ body: Member.CloseBody?, awaiting action: CloseAction? = nil,
    _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try claimed(read, Failure.self) { () throws(ResolutionError) in
      let (room, frame) = try enterSingle(read)
      guard let frame else { return room[as: Value.self] }
      let build = try beginBuild(frame)
      defer { withRecord { $0.endBuild(build) } }
      do throws(ResolutionError) { room.store(try run(frame, make)) } catch { throw frame.member.abandon(error) }
      if let error = share(frame, body, action) {
        room.typed(as: Value.self).deinitialize(count: 1)
        throw frame.member.abandon(error)
      }
      // The value was made while the component began to close: it closes with it.
      if isClosed { throw .closed(name(of: read.site.owner), read.step.key) }
      return room[as: Value.self]
    }
  }

  /// Notes the build of a member's value, for the closing of the component.
  @inline(never)
  private func beginBuild(_ frame: MemberFrame) throws(ResolutionError) -> Int {
    let head = MemberSource(site: frame.member.head.pointee.site, scope: frame.member.head.pointee.scope)
    if let build = withRecord({ $0.beginBuild(head) }) { return build }
    throw frame.member.abandon(.closed(name(of: head.site.owner), head.step.key))
  }

  /// Finds the address of a single member's value, and whether this thread has to make it there.
  @inline(never)
  private func enterSingle(_ read: borrowing MemberRead) throws(ResolutionError) -> (room: Address, toMake: MemberFrame?) {
    if let ready = ready(read) { return (ready, nil) }
    let frame = try enter(read)
    if let value = try frame.member.head.pointee.place.enter(frame.member.word, read.step) {
      observers?.tellReuse(of: read.step)
      return (value, nil)
    }
    return (frame.member.room, frame)
  }

  /// Shares a value just made, and registers it to close with its owner.
  ///
  /// - Returns: The error to throw when the owner has closed meanwhile: the value is closed then, and must not be handed out.
  @inline(never)
  private func share(_ frame: MemberFrame, _ body: consuming Member.CloseBody?, _ action: CloseAction?) -> ResolutionError? {
    let entry: CloseEntry
    if let body = consume body, frame.member.closesNow {
      entry = frame.member.closing(by: telling(body, of: frame.member))
    } else if let action, frame.member.closesNow {
      entry = CloseEntry(action, at: frame.member.room)
    } else {
      frame.member.publish()
      return nil
    }
    let isNoted = observers?.noteClosing(of: frame.member.head.pointee.step, in: home) ?? true
    guard detours.isQuiet ? add(entry, keeping: action) : layer.add(entry, keeping: action) else {
      defer { if !isNoted { observers?.closed(frame.member.head.pointee.step) } }
      return owner(of: frame.member.head.pointee.site).closed(
        frame.member.head.pointee.step, after: PendingCloses([entry]).runNow())
    }
    frame.member.publish()
    return nil
  }

  /// Reads a member that is shared as long as a strong reference to it exists.
  package func weak<Value, Failure: Error>(
    _ read: borrowing MemberRead, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try claimed(read, Failure.self) { () throws(ResolutionError) in
      let frame = try enter(read)
      guard let instance = frame.member.head.pointee.storage as? WeakInstance else { throw read.clash }
      var isMade = false
      let value = try instance.value(of: read.step) {
        isMade = true
        return try run(frame, make)
      }
      if !isMade { observers?.tellReuse(of: read.step) }
      return value
    }
  }

  /// Reads a member that is made anew for every read.
  @inline(__always)
  func transient<Value, Failure: Error>(
    _ read: borrowing MemberRead, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try claimed(read, Failure.self) { () throws(ResolutionError) in
      let frame = try enter(read)
      let value = try run(frame, make)
      // A replacement may be for reads on another actor, which find the same member.
      if frame.member.head.pointee.generation.use({ $0.replacements.isEmpty }) { frame.member.head.pointee.settle() }
      return value
    }
  }

  /// Runs a member's factory, and notes meanwhile that the thread makes it.
  @inline(__always)
  private func run<Value, Failure: Error>(
    _ frame: MemberFrame, _ make: () throws(Failure) -> Value
  ) throws(ResolutionError) -> Value {
    if Stack.isNearlyUsedUp(by: frame.thread) { throw .tooDeep(frame.member.head.pointee.step) }
    frame.begin()
    defer { frame.end() }
    do {
      if frame.member.replacement != nil || observers != nil { return try replace(frame, make) }
      return try make()
    } catch { throw ResolutionError(error, through: frame.member.head.pointee.step) }
  }

  // Separate, because space for an optional value costs a lookup of its type.
  @inline(never)
  private func replace<Value, Failure: Error>(
    _ frame: MemberFrame, _ make: () throws(Failure) -> Value
  ) throws -> Value {
    func replaced() throws -> Value {
      let made = try frame.member.head.pointee.generation.use { try $0.replacement(of: frame.member)?.make(in: $0) }
      if let made, let value = made as? Value { return value }
      return try make()
    }
    return try observers?.creating(frame.member.head.pointee.step, replaced) ?? replaced()
  }
}

extension ResolutionError {
  /// Hands a failure to a member that can throw it; for a member that cannot, the program ends with the text and the steps around the running code.
  @usableFromInline
  package func thrown<Failure: Error>(as type: Failure.Type) -> Failure {
    if let failure = self as? Failure { return failure }
    if let cause = underlying as? Failure { return cause }
    trap(MemberChain(Detours.everywhere).reduce(self) { $0.through($1.head.pointee.step) })
  }
}
