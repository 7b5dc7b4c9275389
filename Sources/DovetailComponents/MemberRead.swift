// SPDX-License-Identifier: Apache-2.0
public import DovetailRuntime
internal import Synchronization

/// What a read asks for, when it cannot take the short way: it may have to make something, or something is going on that has to know of it.
// SAFETY: the member that is asked holds the key until it returns; who outlives that asks for the site only. So to copy a read takes no time.
struct MemberRead {
  let site: MemberSite
  private let heldKey: Unmanaged<MemberKey>?
  let scope: MemberScope

  init(_ site: MemberSite, in scope: MemberScope) {
    self.site = site
    heldKey = nil
    self.scope = scope
  }

  /// A read of a member that has instances of its own for each key, or for each actor.
  init(_ site: MemberSite, key: MemberKey?, on actor: ObjectIdentifier? = nil, in scope: MemberScope) {
    self.site = MemberSite(site, isKeyed: key != nil, actor: actor)
    heldKey = key.map { .passUnretained($0) }
    self.scope = scope
  }

  @inline(__always)
  var key: MemberKey? { isKeyed ? heldKey?.takeUnretainedValue() : nil }
  var isKeyed: Bool { heldKey != nil }

  /// The member as errors call it.
  var step: ResolutionError.Step { site.step(in: scope) }

  var closed: ResolutionError { .closed(site.closes.description, step.key) }

  /// One place of one member cannot be shared in two ways.
  var clash: ResolutionError {
    ResolutionError(.unshareable, step.key, "\(step.key.quoted) is shared in two ways at one place", at: step)
  }

  /// The member answers for all arguments, though it takes some.
  var unkeyed: ResolutionError {
    ResolutionError(
      .unkeyedArguments, step.key, "\(step.key.quoted) takes arguments, and would share one instance for all of them", at: step,
      help: "say what tells the instances apart, as in \(scope == .weak ? "weak" : "single")(key: id) { … }, or make it transient"
    )
  }
}

/// What answers a read.
// SAFETY: a member goes with its generation, and that with its instances: those that are asked, or those of an overlay, which the running
// task holds. A generation that is not begun yet is held by the override that makes it, which this task runs.
struct MemberAnswer {
  let member: Member.Pointer
  let generation: Unmanaged<Generation>
  /// The instances that were asked, or those that a `withOverrides(_:)` has in their place.
  let home: Unmanaged<Instances>
  let thread: MemberThread
  /// The member that the running task makes.
  let task: ObjectIdentifier?
  let epoch: Int
}

extension Instances {
  /// The override that is looking for its member.
  @inline(__always)
  var override: Override? { detours.isQuiet ? nil : Override.current }

  /// These, or those that a `withOverrides(_:)` has in their place.
  var home: Instances { Overlay.current?.layer(of: self) ?? self }

  /// The value of a single member, when it is there and that is all that there is to know.
  @inline(__always)
  func ready(_ read: MemberRead) -> UnsafeMutableRawPointer? {
    guard detours.isQuiet else { return nil }
    return table.load(ordering: .acquiring)?.find(read)?.pointee.value
  }

  /// The member that answers a read.
  ///
  /// - Parameter sharing: What shares its value, if that is not its own; see ``Member/sharing``.
  @inline(__always)
  func enter(
    _ read: MemberRead, sharing: @autoclosure () -> (any AnyObject & Sendable)? = nil
  ) throws(ResolutionError) -> MemberAnswer {
    if usually(detours.isQuiet) { return try enter(read, in: self, sharing) }
    return try enterLayer(read, sharing)
  }

  @inline(never)
  private func enterLayer(
    _ read: MemberRead, _ sharing: () -> (any AnyObject & Sendable)?
  ) throws(ResolutionError) -> MemberAnswer {
    try enter(read, in: home, sharing)
  }

  @inline(__always)
  private func enter(
    _ read: MemberRead, in home: Instances, _ sharing: () -> (any AnyObject & Sendable)?
  ) throws(ResolutionError) -> MemberAnswer {
    if isClosed { throw read.closed }
    let chain = MemberChain(threads, detours)
    // Noted before the generation is asked for: what is made may read what was there then, of every component.
    let epoch = chain.epoch ?? detours.epoch
    let generation = (detours.isQuiet ? nil : Override.generation(of: home)) ?? home.generation(at: epoch)
    let (member, isNew) = home.member(read, of: generation, sharing: sharing)
    if read.scope != .transient, !read.isKeyed, read.site.takesArguments { throw read.unkeyed }
    if member.pointee.scope != read.scope { throw read.clash }
    observations?.note(member, in: chain)
    // What a gate keeps single finds out itself that it is asked for while it is being built.
    if !isNew, read.scope == .transient || member.pointee.sharing != nil, chain.contains(member) {
      guard read.scope == .transient, read.site.takesArguments else { throw Gate.reentered(read.step) }
      member.pointee.noteRecursion()
    }
    return MemberAnswer(
      member: member, generation: generation, home: .passUnretained(home), thread: chain.thread, task: chain.task, epoch: epoch)
  }

  /// Notes that the thread makes a member, until ``run(_:_:_:)`` has run.
  @inline(__always)
  private func push(_ answer: MemberAnswer, _ read: MemberRead) throws(ResolutionError) {
    if answer.thread.isStackNearlyUsedUp { throw .tooDeep(read.step) }
    answer.thread.push(
      MemberFrame(
        member: answer.member, observations: observations.map { .passUnretained($0) }, task: answer.task, epoch: answer.epoch))
  }
}

// The reads of members that are made synchronously. Code for any type is slow: so what does not depend on the type is kept apart from it.
extension Instances {
  /// Gives the replacement to the override that is looking for this member, and reads the member where there is none.
  @inline(__always)
  private func claimed<Value>(
    _ read: MemberRead, _ get: () throws(ResolutionError) -> Value
  ) throws(ResolutionError) -> Value {
    if let override { return try override.run(read, of: self, get) }
    return try get()
  }

  /// Reads a member that is shared as long as the component is there.
  @inline(__always)
  func single<Value, Failure: Error>(
    _ read: MemberRead, _ closer: Member.Closer?, awaiting awaitingCloser: Member.AwaitingCloser? = nil,
    _ make: () throws(Failure) -> Value
  ) throws(ResolutionError) -> Value {
    try claimed(read) { () throws(ResolutionError) in
      let (place, answer) = try enterSingle(read)
      guard let answer else { return place.assumingMemoryBound(to: Value.self).pointee }
      let room = place.bindMemory(to: Value.self, capacity: 1)
      do throws(ResolutionError) { room.initialize(to: try run(answer, read, make)) } catch { throw answer.member.abandon(error) }
      if rarely(observers != nil), closer != nil || awaitingCloser != nil { noteClosing(answer, read) }
      let late = if let awaitingCloser { share(answer, read, awaitingCloser) } else { share(answer, read, closer) }
      if let error = late {
        room.deinitialize(count: 1)
        throw answer.member.abandon(error)
      }
      return room.pointee
    }
  }

  /// Finds out where the value of a single member lies, and whether this thread has to make it there.
  @inline(never)
  private func enterSingle(
    _ read: MemberRead
  ) throws(ResolutionError) -> (place: UnsafeMutableRawPointer, toMake: MemberAnswer?) {
    if let ready = ready(read) { return (ready, nil) }
    let answer = try enter(read)
    guard answer.member.pointee.sharing == nil else { throw read.clash }
    if let value = try answer.member.enter() {
      observers?.tellReuse(of: read)
      return (value, nil)
    }
    do throws(ResolutionError) { try push(answer, read) } catch { throw answer.member.abandon(error) }
    return (answer.member.room, answer)
  }

  /// Shares a value that was just made, and sees to it that it is closed with what has made it.
  ///
  /// - Returns: What is to be thrown when that has closed meanwhile: the value is closed then, and must not be handed out.
  @inline(never)
  private func share(_ answer: MemberAnswer, _ read: MemberRead, _ closer: consuming Member.Closer?) -> ResolutionError? {
    if let closer {
      let place = answer.member.closing(by: closer)
      guard answer.home._withUnsafeGuaranteedRef({ $0.add(place) }) else { return closed(read, .place(place)) }
    }
    answer.member.publish()
    return nil
  }

  @inline(never)
  private func share(_ answer: MemberAnswer, _ read: MemberRead, _ closer: Member.AwaitingCloser) -> ResolutionError? {
    if let closer = closer(answer.member) {
      guard answer.home._withUnsafeGuaranteedRef({ $0.add(closer) }) else { return closed(read, closer) }
    }
    answer.member.publish()
    return nil
  }

  @inline(never)
  private func noteClosing(_ answer: MemberAnswer, _ read: MemberRead) {
    if let observers { _ = answer.home.takeUnretainedValue().add(observers.notice(of: read.step)) }
  }

  @inline(never)
  private func closed(_ read: MemberRead, _ closer: Closer) -> ResolutionError {
    read.site.closes.closed(read.step, after: closer.runNow())
  }

  /// Reads a member that is shared while somebody holds it.
  func weak<Value, Failure: Error>(
    _ site: MemberSite, _ key: (any Hashable & Sendable)?, on actor: ObjectIdentifier? = nil, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let key = key.map { MemberKey($0) }
    defer { withExtendedLifetime(key) {} }
    let read = MemberRead(site, key: key, on: actor, in: .weak)
    do throws(ResolutionError) {
      return try claimed(read) { () throws(ResolutionError) in
        let answer = try enter(read, sharing: WeakInstance())
        guard let instance = answer.member.pointee.sharing as? WeakInstance else { throw read.clash }
        var isMade = false
        let value = try instance.value(of: read.step) {
          isMade = true
          try push(answer, read)
          return try run(answer, read, make)
        }
        if !isMade { observers?.tellReuse(of: read) }
        return value
      }
    } catch { throw error.thrown(as: Failure.self) }
  }

  /// Reads a member that is made anew for every read.
  @inline(__always)
  func transient<Value, Failure: Error>(
    _ read: MemberRead, _ make: () throws(Failure) -> Value
  ) throws(ResolutionError) -> Value {
    try claimed(read) { () throws(ResolutionError) in
      let answer = try enterTransient(read)
      let value = try run(answer, read, make)
      answer.member.pointee.settle()
      return value
    }
  }

  @inline(never)
  private func enterTransient(_ read: MemberRead) throws(ResolutionError) -> MemberAnswer {
    let answer = try enter(read)
    try push(answer, read)
    return answer
  }

  /// Runs what makes a member.
  @inline(__always)
  private func run<Value, Failure: Error>(
    _ answer: MemberAnswer, _ read: MemberRead, _ make: () throws(Failure) -> Value
  ) throws(ResolutionError) -> Value {
    defer { answer.thread.pop() }
    do {
      if rarely(answer.member.pointee.replacement != nil || observers != nil) { return try replace(answer.member, read, make) }
      return try make()
    } catch {
      throw ResolutionError(error, through: read.step)
    }
  }

  // Apart, because room for an optional value costs a look for its type.
  @inline(never)
  private func replace<Value, Failure: Error>(
    _ member: Member.Pointer, _ read: MemberRead, _ make: () throws(Failure) -> Value
  ) throws -> Value {
    func replaced() throws -> Value {
      if let made = try member.pointee.replacement?.make(), let value = made as? Value { return value }
      return try make()
    }
    return try observers?.creating(read.step, replaced) ?? replaced()
  }
}

extension ResolutionError {
  /// Hands a failure to where a member can throw it; where it cannot, the program ends with the text.
  @usableFromInline
  func thrown<Failure: Error>(as type: Failure.Type) -> Failure {
    if let failure = self as? Failure { return failure }
    if let cause = underlying as? Failure { return cause }
    trap(MemberChain.complete(self))
  }
}
