// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime
internal import Synchronization

/// One member of one generation of a component, and for a member with a key one of its instances: it holds the shared value.
final class Member: StepSource {
  let spot: Spot
  let site: MemberSite
  let scope: MemberScope
  let key: MemberKey?
  /// Takes the place of the factory.
  let replacement: Replacement?
  /// Notes what the member reads; `nil` if that is not noted.
  let log: Observations?
  /// The value of a `single` member.
  let cell: Cell?
  /// The value of a `weak` member.
  let weakCell: WeakCell?
  /// Whether a transient member has run to its end: it is in no cycle then, and its reads skip the checks.
  let isSettled = Atomic<Bool>(false)
  private let isTold = Atomic<Bool>(false)
  fileprivate let branches = MemberBranches()
  /// Closes the value; stored by the build that made it, before others can see that.
  private let closing = Lock(Closing())

  // Inert: the hook is stored once, and handed out.
  private struct Closing: Inert {
    var hook: CloseHook<Void>?
    var observers: ObserverList?
    var isOver = false
  }

  init(_ read: MemberRead, replacedBy replacement: Replacement?, notingIn log: Observations?) {
    (spot, site, scope, key) = (read.spot, read.site, read.scope, read.key)
    (self.replacement, self.log) = (replacement, log)
    cell = scope == .single || scope == .awaited ? Cell(of: site.value) : nil
    weakCell = scope == .weak ? WeakCell() : nil
  }

  var step: ResolutionError.Step { MemberRead(site, in: scope).step }

  /// The value, built on first use.
  func value<Value>(build: () throws -> Value) throws(ResolutionError) -> Value {
    if let cell { return try cell.value(of: step, build: build) }
    guard let weakCell else { throw clash }
    return try weakCell.value(of: step, build: build)
  }

  /// The value, built by a task on first use.
  func value<Value: Sendable>(awaiting build: @escaping @Sendable () async throws -> Value) async throws -> Value {
    if let cell { return try await cell.value(of: step, awaiting: build) }
    guard let weakCell else { throw clash }
    return try await weakCell.value(of: step, awaiting: build)
  }

  /// The error for one place of a member that is shared in two ways.
  var clash: ResolutionError {
    ResolutionError(.unshareable, step.key, "\(step.key.quoted) is shared in two ways at one place", at: step)
  }

  /// The shared value, once it is made.
  var value: Any? {
    guard let ready = cell?.ready else { return nil }
    func value<Value>(as type: Value.Type) -> Any { ready.copy(as: type) }
    return _openExistential(site.value, do: value)
  }

  /// Whether its shared value is made, and not closed yet.
  var isAlive: Bool { (cell?.ready != nil || weakCell?.keeper != nil) && !closing.withLock { $0.isOver } }

  /// Whether it closes its shared value, or has closed it.
  var closesValue: Bool { closing.withLock { $0.hook != nil || $0.isOver } }

  /// Whether it is one instance for whatever arguments its method is called with, made with those of the first call, and nobody was told
  /// that yet; notes that.
  func hidesArguments() -> Bool {
    key?.isGiven != true && replacement == nil && site.takesArguments && !isTold.exchange(true, ordering: .relaxed)
  }

  /// Notes that a transient member has run to its end. A method may read itself with other arguments, so it is never settled.
  func settle() { if !site.takesArguments { isSettled.store(true, ordering: .releasing) } }
}

extension CloseHook<Void> {
  /// The closing of a value by the member's `onClose`; `nil` without one.
  static func by<Closed: Sendable>(_ hook: (@Sendable (Closed) throws -> Void)?) -> (@Sendable (Closed) -> Self)? {
    guard let hook else { return nil }
    return { value in .now { _ in try hook(value) } }
  }

  /// The same for an `onClose` that is awaited.
  static func by<Closed: Sendable>(awaiting hook: (@Sendable (Closed) async throws -> Void)?) -> (@Sendable (Closed) -> Self)? {
    guard let hook else { return nil }
    return { value in .awaiting { _ in try await hook(value) } }
  }
}

// A member closes its own value: an object more for each would weigh on components that live for one request.
extension Member: CloseAction {
  var isAwaited: Bool { if case .awaited = closing.withLock({ $0.hook }) { true } else { false } }
  var isShielded: Bool { true }
  var owner: CloseOwner { .component(site.owner) }

  /// How to close the value just made. Its failure and its end are told to the observers.
  func closing(by hook: CloseHook<Void>, tellingTo observers: ObserverList?) -> CloseEntry {
    let hook = observers.map { hook.tellingFailures(of: step, to: $0) } ?? hook
    closing.withLock { $0 = Closing(hook: hook, observers: observers) }
    return CloseEntry(self)
  }

  func closeUnlessAwaited(_ value: Address?, _ failures: inout [CloseError.Failure]) -> (any CloseAction)? {
    if isAwaited { return self }
    // Let go of it: it may hold the component.
    guard case .now(let run) = closing.withLock({ $0.hook.take() }) else { return nil }
    defer { end() }
    do { try run(()) } catch { failures.append(CloseError.Failure(step, error: error)) }
    return nil
  }

  func close(_ value: Address?) async -> [CloseError.Failure] {
    guard case .awaited(_, _, let run) = closing.withLock({ $0.hook.take() }) else { return [] }
    defer { end() }
    do { try await run(()) } catch { return [CloseError.Failure(step, error: error)] }
    return []
  }

  private func end() {
    closing.withLock { $0.observers }?.closed(step)
    closing.withLock { $0.isOver = true }
  }
}

/// The branches of a node in a tree of members by their hashes, two bits for each level. It only grows, and takes no lock: all find who is stored first.
private struct MemberBranches: ~Copyable, Sendable {
  private let first = OnceReference()
  private let second = OnceReference()
  private let third = OnceReference()
  private let fourth = OnceReference()

  @inline(__always)
  private func at<Result>(_ hash: UInt64, _ body: (borrowing OnceReference) -> Result) -> Result {
    switch hash & 3 {
    case 0: body(first)
    case 1: body(second)
    case 2: body(third)
    default: body(fourth)
    }
  }

  @inline(__always)
  func find(_ hash: UInt64) -> Member? { at(hash) { $0.object() } }

  /// Stores a branch where there is none.
  ///
  /// - Returns: The branch that is there.
  func store(_ member: Member, at hash: UInt64) -> Member { at(hash) { $0.store(member) } }

  /// The members in all branches, and in theirs.
  var members: [Member] {
    var members: [Member] = []
    for branch: UInt64 in 0..<4 { if let member = find(branch) { members += [member] + member.branches.members } }
    return members
  }
}

/// The members that a component has made since its last override, and the replacements of some of them. An override begins a new generation; this one stays
/// unchanged for builds that are running in it, and is released with the component.
final class Generation: Sendable {
  let replacements: [MemberID: Replacement]
  /// Whether it began when a `withOverrides(_:)` ended.
  let isRenewed: Bool
  private let log: Observations?
  private let roots = MemberBranches()
  /// Builds that began before this moment do not see the generation; see ``Detours``. Only changed under the lock of the instances.
  let birth = Atomic<Int>(0)

  /// - Parameter log: Notes the reads; `nil` if they are not noted.
  init(replacing replacements: [MemberID: Replacement] = [:], isRenewed: Bool = false, noting log: Observations?) {
    (self.replacements, self.isRenewed, self.log) = (replacements, isRenewed, log)
  }

  /// The member without a key at a spot.
  @inline(__always)
  func find(_ spot: Spot) -> Member? {
    var hash = spot.hash
    var next = roots.find(hash)
    while let member = next {
      if member.spot == spot, member.key == nil { return member }
      hash &>>= 2
      next = member.branches.find(hash)
    }
    return nil
  }

  /// The member that a read asks for, made when it is not there.
  ///
  /// - Returns: The member, and whether it is read for the first time.
  func member(_ read: MemberRead) -> (member: Member, isNew: Bool) {
    let spot = read.spot
    var (hash, node, new) = (read.hash, nil as Member?, nil as Member?)
    while true {
      if let member = if let node { node.branches.find(hash) } else { roots.find(hash) } {
        // To compare keys is the user's code, so it is good that there is no lock.
        if member.key == read.key, member.spot == spot || member.site.isCopy(of: read.site) { return (member, false) }
        (node, hash) = (member, hash &>> 2)
      } else {
        let made = new ?? Member(read, replacedBy: replacement(of: read), notingIn: log)
        let stored = if let node { node.branches.store(made, at: hash) } else { roots.store(made, at: hash) }
        if stored === made { return (made, true) }
        new = made
      }
    }
  }

  /// The replacement of all instances of a member counts for each.
  private func replacement(of read: MemberRead) -> Replacement? {
    if replacements.isEmpty { return nil }
    return replacements[read.site.id(for: read.key)] ?? replacements[read.site.id()]
  }

  var isEmpty: Bool { (0..<4).allSatisfy { (branch: UInt64) in roots.find(branch) == nil } }

  var members: [Member] { roots.members }
}
