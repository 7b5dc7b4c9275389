// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// A read of a member that cannot take the short way: it may have to make something, or something is going on that has to know of it.
struct MemberRead {
  let instances: Instances
  let site: MemberSite
  let key: MemberKey?
  let scope: MemberScope

  init(
    _ instances: Instances, _ site: MemberSite, key: (any Hashable & Sendable)? = nil, on actor: ObjectIdentifier? = nil,
    in scope: MemberScope
  ) {
    self.instances = instances
    self.site = key == nil && actor == nil ? site : MemberSite(site, isKeyed: key != nil, actor: actor)
    self.key = key.map { MemberKey($0) }
    self.scope = scope
  }

  /// What answers a read.
  struct Answer {
    let member: Member
    let home: Instances
    /// What is being made around the read.
    let chain: MemberChain
    let epoch: Int
  }

  /// The value of a single member, when it is there and that is all that there is to know.
  func found<Value>(as type: Value.Type = Value.self) -> Value? {
    guard instances.detours.isQuiet, let member = instances.table.load(ordering: .acquiring)?.find(site, key) else { return nil }
    return member._withUnsafeGuaranteedRef { $0.value }?.assumingMemoryBound(to: Value.self).pointee
  }

  /// The override that is looking for its member.
  var claim: MemberClaim? { instances.detours.isQuiet ? nil : MemberClaim.current }

  /// The component's own instances, or those that a `withOverrides(_:)` has in their place.
  var home: Instances { instances.detours.isQuiet ? instances : Overlay.current?.layer(of: instances) ?? instances }

  private func claimed(of home: Instances) -> Generation? {
    instances.detours.isQuiet ? nil : MemberClaim.generation(of: home)
  }

  /// The member as errors call it.
  var step: ResolutionError.Step { site.step(in: scope) }

  /// The member that answers the read.
  ///
  /// - Parameter sharing: What shares its value, if that is not its own; see ``Member/sharing``.
  func enter(_ sharing: @autoclosure () -> (any AnyObject & Sendable)?) throws(ResolutionError) -> Answer {
    if instances.isClosed { throw .closed("the component '\(TypeName(site.owner))'", step.key) }
    let home = home
    let chain = MemberChain(instances.threads, instances.detours)
    // Noted before the generation is asked for: what is made may read what was there then, of every component.
    let epoch = chain.epoch ?? instances.detours.epoch
    let generation = claimed(of: home) ?? home.generation(at: epoch)
    let (member, isNew) = generation.member(site, key, in: scope, sharing: sharing) { home.add($0, to: generation, after: $1) }
    if member.takesArguments, key == nil, scope != .transient { throw .unkeyed(step) }
    if member.scope != scope { throw clash }
    instances.observations?.note(member, in: chain)
    // What a gate keeps single finds out itself that it is asked for while it is being built.
    if !isNew, scope == .transient || member.sharing != nil, chain.contains(member) {
      guard scope == .transient, member.takesArguments else { throw Gate.reentered(step) }
      member.noteRecursion()
    }
    return Answer(member: member, home: home, chain: chain, epoch: epoch)
  }

  /// One place of one member cannot be shared in two ways.
  var clash: ResolutionError {
    ResolutionError(.unshareable, step.key, "\(step.key.quoted) is shared in two ways at one place", at: step)
  }

  /// Sees to it that a value that was just made is closed with what has made it. When that has closed meanwhile, the value is closed at once
  /// and not handed out.
  func keep<Value: Sendable>(
    _ value: Value, in home: Instances, _ onClose: (@Sendable (Value) -> Void)?
  ) throws(ResolutionError) {
    guard let onClose else { return }
    let closer = Closer(action: CloseNotice { onClose(value) }, value: ())
    if home.add(closer) { return }
    _ = closer.runNow()
    throw .closed("the component '\(TypeName(site.owner))'", step.key).through(step)
  }
}

// The reads of members that are made synchronously.
extension MemberRead {
  /// Reads a member that is shared as long as the component is there.
  func single<Value, Failure: Error>(
    _ onClose: (@Sendable (Value) -> Void)?, _ make: () throws(Failure) -> Value
  ) throws(ResolutionError) -> Value where Value: Sendable {
    try single(make) { value, home throws(ResolutionError) in try keep(value, in: home, onClose) }
  }

  /// Reads a member that is shared as long as the component is there, and is not closed.
  func single<Value, Failure: Error>(
    _ make: () throws(Failure) -> Value, keep: (Value, Instances) throws(ResolutionError) -> Void = { _, _ in }
  ) throws(ResolutionError) -> Value {
    if let value: Value = found() { return value }
    return try claimed { () throws(ResolutionError) in
      let answer = try enter(nil)
      guard answer.member.sharing == nil else { throw clash }
      return try answer.member.value(of: answer.member.step) {
        let value = try build(answer, make)
        try keep(value, answer.home)
        return value
      }
    }
  }

  /// Reads a member that is shared while somebody holds it.
  func weak<Value, Failure: Error>(_ make: () throws(Failure) -> Value) throws(ResolutionError) -> Value {
    try claimed { () throws(ResolutionError) in
      let answer = try enter(WeakInstance())
      guard let instance = answer.member.sharing as? WeakInstance else { throw clash }
      return try instance.value(of: answer.member.step) { try build(answer, make) }
    }
  }

  /// Reads a member that is made anew for every read.
  func transient<Value, Failure: Error>(_ make: () throws(Failure) -> Value) throws(ResolutionError) -> Value {
    try claimed { () throws(ResolutionError) in
      let answer = try enter(nil)
      let value = try build(answer, make)
      answer.member.settle()
      return value
    }
  }

  /// Gives the replacement to the override that is looking for this member, and reads the member where there is none.
  private func claimed<Value>(_ read: () throws(ResolutionError) -> Value) throws(ResolutionError) -> Value {
    if let claim { return try claim.run(self, read) }
    return try read()
  }

  private func build<Value, Failure: Error>(
    _ answer: Answer, _ make: () throws(Failure) -> Value
  ) throws(ResolutionError) -> Value {
    let (member, thread) = (answer.member, answer.chain.thread)
    if thread.isStackNearlyUsedUp { throw .tooDeep(step) }
    thread.push(
      MemberFrame(
        member: .passUnretained(member), observations: instances.observations.map { .passUnretained($0) },
        task: answer.chain.task.map { ObjectIdentifier($0) }, epoch: answer.epoch))
    defer { thread.pop() }
    do {
      if let replacement = member.replacement { return try replace(replacement, make) }
      return try make()
    } catch {
      throw ResolutionError(error, through: step)
    }
  }

  // Apart, because room for an optional value costs a look for its type.
  @inline(never)
  private func replace<Value, Failure: Error>(
    _ replacement: Replacement, _ make: () throws(Failure) -> Value
  ) throws -> Value {
    try replacement.make(Value.self) ?? make()
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

  static func unkeyed(_ step: Step) -> ResolutionError {
    ResolutionError(
      .unkeyedArguments, step.key, "\(step.key.quoted) takes arguments, and would share one instance for all of them", at: step,
      help:
        "say what tells the instances apart, as in \(step.scope == .weak ? "weak" : "single")(key: id) { … }, or make it transient"
    )
  }
}
