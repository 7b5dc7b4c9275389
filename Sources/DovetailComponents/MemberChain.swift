// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime

/// The members that are being made around the running code, innermost first: those that its thread makes, and those that its task makes.
struct MemberChain: Sequence, IteratorProtocol {
  /// A member that is being made.
  struct Link {
    let member: Member.Pointer
    let observations: Observations?
  }

  let thread: MemberThread
  private var left: Int
  private var around: TaskMemberFrame?

  init(_ threads: ThreadPointer, _ detours: Detours.Pointer) {
    thread = MemberThread(threads)
    left = thread.count
    around = detours.hasTasks ? TaskMemberFrame.current : nil
  }

  /// The member that is left innermost of those that tasks make.
  var task: ObjectIdentifier? { around.map { ObjectIdentifier($0) } }

  /// Whether the innermost one that is left is one that the thread makes.
  private var isThreads: Bool { left > 0 && thread.frames[left - 1].task == task }

  /// The epoch that reads belong to; `nil` where nothing is being made.
  @inline(__always)
  var epoch: Int? { isThreads ? thread.frames[left - 1].epoch : around?.contents?.epoch }

  mutating func next() -> Link? {
    if isThreads {
      left -= 1
      let frame = thread.frames[left]
      return Link(member: frame.member, observations: frame.observations?.takeUnretainedValue())
    }
    // What the thread makes further out is around the task as well, or belongs to another one.
    guard let contents = around?.contents else { return nil }
    around = contents.outer
    return Link(member: contents.member, observations: contents.observations)
  }

  /// Whether the same member is being made further out, so that its factory can never return.
  func contains(_ member: Member.Pointer) -> Bool { contains { $0.member == member } }

  /// Lets what is being made see what an override inside it has begun.
  mutating func advance(to epoch: Int) {
    while true {
      if isThreads {
        thread.frames[left - 1].epoch = Swift.max(thread.frames[left - 1].epoch, epoch)
      } else {
        around?.advance(to: epoch)
      }
      if next() == nil { return }
    }
  }

  /// The error with the steps around the running code: for where it cannot be thrown any further.
  static func complete(_ error: ResolutionError) -> ResolutionError {
    MemberChain(MemberThread.all, Detours.everywhere).reduce(error) { $0.through($1.member.pointee.step) }
  }
}
