// SPDX-License-Identifier: Apache-2.0

// What reads have in common, whatever they make.
extension MemberRead {
  /// What answers a read.
  struct Answer {
    let cell: MemberCell
    /// What the cell is one of: the component's own, or those of an overlay.
    let home: Instances
    /// Whether the read has made the cell.
    let isNew: Bool
    let overlay: Overlay?
  }

  /// The override that is looking for its member.
  var claim: MemberClaim? { instances.activity.isRerouted ? MemberClaim.current : nil }

  /// The cell that answers the read.
  func enter(
    _ scope: MemberScope, _ sharing: @autoclosure () -> MemberCell.Sharing, _ thread: MemberThread
  ) throws(ResolutionError) -> Answer {
    try instances.checkIsOpen(for: member)
    if key == nil, member.takesArguments, scope != .transient { throw .unkeyed(member.step(in: scope)) }
    let isRerouted = instances.activity.isRerouted
    let overlay = isRerouted ? Overlay.current : nil
    let answer = overlay?.cell(member, key, of: instances, in: scope, sharing: sharing) ?? ownAnswer(scope, sharing)
    let chain = MemberChain(thread, isRerouted ? TaskMemberFrame.current : nil)
    if !chain.note(answer.cell, of: instances), !answer.cell.isReady { answer.cell.note.noteRoot() }
    if !answer.isNew, !member.takesArguments || scope != .transient, chain.contains(answer.cell) {
      throw Gate.reentered(answer.cell.step)
    }
    return answer
  }

  private func ownAnswer(_ scope: MemberScope, _ sharing: () -> MemberCell.Sharing) -> Answer {
    if let known {
      return Answer(cell: known, home: instances, isNew: instances.begin(known), overlay: nil)
    }
    let (cell, isNew) = instances.cell(member, key, in: scope, sharing: sharing)
    return Answer(cell: cell, home: instances, isNew: isNew, overlay: nil)
  }

  /// Lets later reads take the short way, because the needs of the transient member are known.
  func settle(_ answer: Answer) {
    guard answer.cell.memory == nil, answer.cell.replacement == nil, !answer.cell.isShared else { return }
    answer.home.publish(answer.cell, answer.cell.address)
  }

  /// Puts a value that was just made into its place, and sees to it that it is closed with what has made it. When that has closed meanwhile,
  /// the value is closed at once and not handed out.
  func keep<Value>(_ value: Value, _ answer: Answer, _ closer: @escaping MemberCell.Closer) throws(ResolutionError) {
    let cell = answer.cell
    cell.place?.initializeMemory(as: Value.self, to: value)
    cell.closes(by: closer)
    if let overlay = answer.overlay {
      if overlay.closers.add(cell) { return }
    } else if instances.closers.add(cell) {
      return
    }
    throw cell.refuse()
  }

  /// One place of one member cannot be shared in two ways.
  func clash(_ cell: MemberCell) -> ResolutionError {
    ResolutionError(.unshareable, cell.step.key, "\(cell.step.key.quoted) is shared in two ways at one place", at: cell.step)
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
