// SPDX-License-Identifier: Apache-2.0

/// A read of a member that cannot take the short way: it may have to make something, or something is going on that has to know of it.
struct MemberRead<Value> {
  let instances: Instances
  let member: Member
  let key: MemberKey?

  init(_ instances: Instances, _ member: Member, key: (any Hashable & Sendable)? = nil) {
    self.instances = instances
    self.member = member
    self.key = key.map { MemberKey($0) }
  }

  /// Reads a member that is shared as long as the component is there.
  func single(onClose: (@Sendable (Value) -> Void)?, _ make: () throws -> Value) throws(ResolutionError) -> Value {
    try run(.single(Instance(of: Value.self))) { (cell, list) throws(ResolutionError) in
      guard case .single(let instance) = cell.sharing else { throw clash(cell) }
      if let value = instance.value(as: Value.self) { return value }
      return try instance.value(of: cell.step) {
        let value = try build(cell, make)
        try closing(cell, onClose)?.register(value, in: list)
        return value
      }
    }
  }

  /// Reads a member that is shared while somebody holds it.
  func weak(_ make: () throws -> Value) throws(ResolutionError) -> Value {
    try run(.weak(WeakInstance())) { (cell, _) throws(ResolutionError) in
      guard case .weak(let instance) = cell.sharing else { throw clash(cell) }
      return try instance.value(of: cell.step) { try build(cell, make) }
    }
  }

  /// Reads a member that is made anew for every read.
  func transient(_ make: () throws -> Value) throws(ResolutionError) -> Value {
    try run(.transient) { (cell, _) throws(ResolutionError) in
      let value = try build(cell, make)
      cell.settle()
      return value
    }
  }

  private func run(
    _ sharing: @autoclosure () -> MemberCell.Sharing,
    _ get: (MemberCell, CloseList) throws(ResolutionError) -> Value
  ) throws(ResolutionError) -> Value {
    if let claim = MemberClaim.current {
      if let value = try claim.answer(self, in: sharing().scope) { return value }
      let value = try MemberClaim.suspended { () throws(ResolutionError) in try answer(sharing(), get) }
      claim.note(value, of: member)
      return value
    }
    return try answer(sharing(), get)
  }

  private func answer(
    _ sharing: @autoclosure () -> MemberCell.Sharing,
    _ get: (MemberCell, CloseList) throws(ResolutionError) -> Value
  ) throws(ResolutionError) -> Value {
    let (cell, closing) = try enter(sharing())
    return try get(cell, closing)
  }

  /// The cell that answers the read, and where what is made for it is closed.
  func enter(
    _ sharing: @autoclosure () -> MemberCell.Sharing
  ) throws(ResolutionError) -> (cell: MemberCell, closing: CloseList) {
    try instances.checkIsOpen(for: member)
    let overlay = Overlay.current
    let cell =
      overlay?.cell(member, key, of: instances, holding: Value.self, sharing: sharing)
      ?? instances.store.cell(member, key, holding: Value.self, sharing: sharing)
    let reader = MemberFrame.current
    if reader != nil || !cell.isReady { Observations.note(cell, in: instances, from: reader) }
    if key == nil, member.takesArguments, cell.isShared { throw .unkeyed(cell.step) }
    if !member.takesArguments || cell.isShared, MemberFrame.isRunning(cell) { throw Gate.reentered(cell.step) }
    return (cell, overlay?.closing ?? instances.closing)
  }

  private func build(_ cell: MemberCell, _ make: () throws -> Value) throws(ResolutionError) -> Value {
    if Stack.isNearlyUsedUp { throw .tooDeep(cell.step) }
    do {
      return try MemberFrame.run(instances, cell) {
        try cell.replacement?.make(Value.self) ?? make()
      }
    } catch {
      throw ResolutionError(error, through: cell.step)
    }
  }

  func closing(_ cell: MemberCell, _ action: (@Sendable (Value) -> Void)?) -> OnClose<Value>? {
    action.flatMap { OnClose([.now($0)], owner: .component(member.owner), step: cell.step) }
  }

  /// One place of one member cannot be shared in two ways.
  func clash(_ cell: MemberCell) -> ResolutionError {
    ResolutionError(.unshareable, cell.step.key, "\(cell.step.key.quoted) is shared in two ways at one place", at: cell.step)
  }
}

extension ResolutionError {
  /// Hands a failure to where a member can throw it; where it cannot, the program ends with the text.
  func thrown<Failure: Error>(as type: Failure.Type) -> Failure {
    if let failure = self as? Failure { return failure }
    if let cause = underlying as? Failure { return cause }
    trap(MemberFrame.complete(self))
  }

  static func unkeyed(_ step: Step) -> ResolutionError {
    ResolutionError(
      .unkeyedArguments, step.key, "\(step.key.quoted) takes arguments, and would share one instance for all of them", at: step,
      help:
        "say what tells the instances apart, as in \(step.scope == .weak ? "weak" : "single")(key: id) { … }, or make it transient"
    )
  }
}
