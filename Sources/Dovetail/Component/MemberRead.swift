// SPDX-License-Identifier: Apache-2.0

/// A read of a member that cannot take the short way: it may have to make something, or something is going on that has to know of it.
struct MemberRead {
  let instances: Instances
  let member: Member
  let key: MemberKey?
  /// The cell of the member, if the component has one already.
  private(set) var known: MemberCell?

  init(
    _ instances: Instances, _ declaration: MemberDeclaration, at entry: UnsafeMutablePointer<MemberTable.Entry>?,
    in scope: MemberScope
  ) {
    let cell = entry?.cell
    self.init(instances, cell?.member ?? Member(declaration, in: scope))
    known = cell
  }

  init(
    _ instances: Instances, _ declaration: MemberDeclaration, key: (any Hashable & Sendable)? = nil, in scope: MemberScope
  ) {
    self.init(instances, Member(declaration, in: scope), key: key.map { MemberKey($0) })
  }

  init(_ instances: Instances, _ member: Member, key: MemberKey? = nil) {
    self.instances = instances
    self.member = member
    self.key = key
  }

  /// Reads a member that is shared as long as the component is there.
  func single<Value, Failure: Error>(
    _ closer: MemberCell.Closer?, _ make: () throws(Failure) -> Value
  ) throws(ResolutionError) -> Value {
    if let claim = claim {
      return try claim.run(self, in: .single) { () throws(ResolutionError) in try readSingle(closer, make) }
    }
    return try readSingle(closer, make)
  }

  private func readSingle<Value, Failure: Error>(
    _ closer: MemberCell.Closer?, _ make: () throws(Failure) -> Value
  ) throws(ResolutionError) -> Value {
    let thread = MemberThread(instances.threads)
    let answer = try enter(.single, .single, thread)
    guard let place = answer.cell.place else { throw clash(answer.cell) }
    if let memory = try begin(answer) {
      // Whoever made it may have done so for a table that was replaced meanwhile.
      if answer.cell == known, !instances.activity.isRerouted { instances.publish(answer.cell, memory) }
      return memory.assumingMemoryBound(to: Value.self).pointee
    }
    do throws(ResolutionError) {
      let value = try build(answer.cell, thread, make)
      if let closer {
        try keep(value, answer, closer)
      } else {
        place.initializeMemory(as: Value.self, to: value)
      }
      answer.home.finish(answer.cell, in: place)
      return value
    } catch {
      answer.home.abandon(answer.cell, error)
      throw error
    }
  }

  /// Waits until the value of a single member is there or it is this thread's turn to make it.
  private func begin(_ answer: Answer) throws(ResolutionError) -> UnsafeMutableRawPointer? {
    guard case .single = answer.cell.sharing else { throw clash(answer.cell) }
    let thread = ThreadID.current
    while true {
      if let memory = answer.cell.memory { return memory }
      switch answer.cell.body.pointee.gate.enter(as: thread) {
      case .build: return nil
      case .ready: continue
      case .reentered: throw Gate.reentered(answer.cell.step)
      case .taken: try answer.home.join(answer.cell)?.wait()
      }
    }
  }

  /// Reads a member that is shared while somebody holds it.
  func weak<Value, Failure: Error>(_ make: () throws(Failure) -> Value) throws(ResolutionError) -> Value {
    if let claim = claim { return try claim.run(self, in: .weak) { () throws(ResolutionError) in try readWeak(make) } }
    return try readWeak(make)
  }

  private func readWeak<Value, Failure: Error>(_ make: () throws(Failure) -> Value) throws(ResolutionError) -> Value {
    let thread = MemberThread(instances.threads)
    let cell = try enter(.weak, .weak(WeakInstance()), thread).cell
    guard case .weak(let instance) = cell.sharing else { throw clash(cell) }
    return try instance.value(of: cell.step) { try build(cell, thread, make) }
  }

  /// Reads a member that is made anew for every read.
  func transient<Value, Failure: Error>(_ make: () throws(Failure) -> Value) throws(ResolutionError) -> Value {
    if let claim = claim { return try claim.run(self, in: .transient) { () throws(ResolutionError) in try readTransient(make) } }
    return try readTransient(make)
  }

  private func readTransient<Value, Failure: Error>(_ make: () throws(Failure) -> Value) throws(ResolutionError) -> Value {
    let thread = MemberThread(instances.threads)
    let answer = try enter(.transient, .transient, thread)
    let value = try build(answer.cell, thread, make)
    settle(answer)
    return value
  }

  private func build<Value, Failure: Error>(
    _ cell: MemberCell, _ thread: MemberThread, _ make: () throws(Failure) -> Value
  ) throws(ResolutionError) -> Value {
    if Stack.isNearlyUsedUp { throw .tooDeep(cell.step) }
    let task = instances.activity.isRerouted ? TaskMemberFrame.current.map { ObjectIdentifier($0) } : nil
    thread.push(MemberFrame(instances, cell, task: task), instances.activity)
    defer { thread.pop(instances.activity) }
    do {
      if let replacement = cell.replacement { return try replace(cell, by: replacement, make) }
      return try make()
    } catch {
      throw ResolutionError(error, through: cell.step)
    }
  }

  // Apart, because room for an optional value costs a look for its type.
  @inline(never)
  private func replace<Value, Failure: Error>(
    _ cell: MemberCell, by replacement: Replacement, _ make: () throws(Failure) -> Value
  ) throws -> Value {
    try replacement.make(Value.self) ?? make()
  }
}
