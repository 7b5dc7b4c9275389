// SPDX-License-Identifier: Apache-2.0

/// The members that are being made around the running code, innermost first: those that its thread makes, and those that its task makes.
struct MemberChain: Sequence, IteratorProtocol {
  private let thread: MemberThread
  private var left: Int
  private var task: TaskMemberFrame?

  init(_ thread: MemberThread, _ task: TaskMemberFrame?) {
    self.thread = thread
    self.task = task
    left = thread.count
  }

  /// Whether the innermost one that is left is one that the thread makes.
  private var isThreads: Bool { left > 0 && thread.frames[left - 1].task == task.map { ObjectIdentifier($0) } }

  mutating func next() -> MemberCell? {
    if isThreads {
      left -= 1
      return thread.frames[left].cell
    }
    // What the thread makes further out is around the task as well, or belongs to another one.
    guard let link = task?.link else { return nil }
    task = link.outer
    return link.cell
  }

  /// Whether the same member is being made further out, so that its factory can never return.
  func contains(_ cell: MemberCell) -> Bool {
    var chain = self
    while let running = chain.next() {
      if running == cell { return true }
    }
    return false
  }

  /// Notes a read for the member inside whose factory the running code is.
  ///
  /// - Returns: Whether there is one.
  func note(_ cell: MemberCell, of instances: Instances) -> Bool {
    if isThreads {
      thread.frames[left - 1].note(cell, of: instances)
      return true
    }
    guard let link = task?.link else { return false }
    link.instances.note(link.cell.note, reads: cell.note, of: instances)
    return true
  }

  /// The error with the steps around the running code: for where it cannot be thrown any further.
  static func complete(_ error: ResolutionError) -> ResolutionError {
    MemberChain(MemberThread(MemberThread.all), TaskMemberFrame.current).reduce(error) { $0.through($1.step) }
  }
}

extension MemberFrame {
  /// Notes that the member has read one.
  @inline(__always)
  func note(_ cell: MemberCell, of other: Instances) {
    // Mostly they are of one component, which need not be touched for that.
    if instances.toOpaque() == Unmanaged.passUnretained(other).toOpaque(), note.addOwn(cell.note) { return }
    noteElsewhere(cell.note, of: other)
  }

  @inline(never)
  private func noteElsewhere(_ need: MemberNote, of other: Instances) {
    instances._withUnsafeGuaranteedRef { $0.note(note, reads: need, of: other) }
  }
}
