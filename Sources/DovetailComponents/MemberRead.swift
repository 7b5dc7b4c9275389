// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime
internal import Synchronization

// The reads that cannot take the short way: they may have to make a value, or take part in an override, an observation or a build.
extension Instances {
  /// The override that is looking for its member.
  private var override: Override? { Detours.isQuiet ? nil : Override.current }

  /// These instances, or their replacement in a `withOverrides(_:)`.
  var home: Instances { Detours.isQuiet ? self : Overlay.current?.layer(of: self) ?? self }

  /// Finds the member that answers a read.
  ///
  /// - Parameter canThrow: Whether the code that reads can be told that the component has closed.
  private func enter(_ read: MemberRead, canThrow: Bool = true) throws(ResolutionError) -> MemberBuild {
    // Looked at once: the closing may begin meanwhile.
    let (chain, isClosed) = (MemberChain(), isClosed)
    let isAwaited = isClosed && isAwaited(chain)
    let isClosing = isClosed && !isAwaited && (lifetime.isClosingHere || Overlay.isEnding)
    if isClosed, !isClosing, canThrow || !isAwaited { try checkOpen(read.site) }
    // Noted before the generation is asked for: the build may read the generations of that moment, of every component.
    let moment = chain.moment ?? Detours.moment
    let home = home
    let made = Detours.isQuiet ? nil : Override.generation(of: home)
    let generation = made ?? home.generation(at: moment)
    var (member, isNew) = generation.member(read)
    if member.scope != read.scope { throw member.clash }
    // A hook of the closing gets what was made before, and is not closed yet.
    if isClosing, !member.isAlive {
      if let alive = home.alive(read) { member = alive } else { try checkOpen(read.site) }
    }
    // So does a hook at the end of a `withOverrides(_:)`, of what was made there and is not replaced.
    if generation.isRenewed, !member.isAlive, Overlay.isEnding { member = home.alive(read, like: member) ?? member }
    log?.note(member, in: chain)
    // The gate, or the wait graph, detects a reentrant read of a value that is shared. A method that reads itself with other arguments
    // may end.
    if !isNew, read.scope == .transient, !read.site.takesArguments, chain.isMaking(member) { throw .reentered(read.step) }
    return MemberBuild(member: member, home: home, task: chain.task, moment: moment, isClosing: isClosing)
  }

  /// - Parameter canThrow: Whether the code that reads can be told; other code goes on inside of what the closing waits for.
  private func checkOpen(_ site: MemberSite, canThrow: Bool = true) throws(ResolutionError) {
    guard isClosed, canThrow || !isAwaited(MemberChain()) else { return }
    throw .closed(closeOwner.description, Graph.Key(dynamic: site.text))
  }

  /// Whether a build that the closing waits for is among the running ones: what such a build makes closes with the component.
  private func isAwaited(_ chain: MemberChain) -> Bool {
    isClosed && lifetime.isBuilding { source in chain.contains { $0 === source } }
  }

  /// Registers a value just made to close with its owner, unless that has been done before.
  ///
  /// - Returns: How to close it; `nil` when that will be done.
  private func keep<Value>(
    _ value: Value, _ closing: (@Sendable (Value) -> CloseHook<Void>)?, of build: MemberBuild
  ) -> CloseEntry? {
    let home = build.member.replacement.map(build.home.receiver) ?? build.home
    guard let hook = closing?(value) else { return nil }
    var late: CloseEntry?
    func add() {
      let entry = build.member.closing(by: hook, tellingTo: observers)
      if !home.add(entry) { late = entry }
    }
    if let replacement = build.member.replacement { home.close(value, of: replacement, add) } else { add() }
    return late
  }
}

// Members that are made synchronously.
extension Instances {
  /// The long way of a `single` member that ``ready(_:_:_:_:_:_:)`` does not find.
  @usableFromInline
  func readSingle<Value: Sendable, Failure: Error>(
    _ site: MemberSite, _ onClose: (@Sendable (Value) throws -> Void)?, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value { try read(MemberRead(site, in: .single), CloseHook<Void>.by(onClose), make) }

  /// Reads a member: gives the replacement to the override that is looking for this member, or the value.
  ///
  /// - Parameter closing: How to close a shared value. When its owner has closed while it was made, it is closed and not handed out.
  func read<Value, Failure: Error>(
    _ read: MemberRead, _ closing: (@Sendable (Value) -> CloseHook<Void>)?, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    do throws(ResolutionError) {
      guard let override else { return try value(of: read, closing, make) }
      return try override.run(read, of: self, canThrow: { $0.failure(as: Failure.self) != nil }) { () throws(ResolutionError) in
        try value(of: read, closing, make)
      }
    } catch { throw error.thrown(as: Failure.self) }
  }

  private func value<Value, Failure: Error>(
    of read: MemberRead, _ closing: (@Sendable (Value) -> CloseHook<Void>)?, _ make: () throws(Failure) -> Value
  ) throws(ResolutionError) -> Value {
    // Code that cannot throw the error gets what was begun before the closing.
    let canThrow = ResolutionError.canBeThrown(as: Failure.self)
    let build = try enter(read, canThrow: canThrow)
    if read.scope != .transient { return try shared(build, canThrow: canThrow, closing, make) }
    let note = lifetime.beginMaking(build.member)
    defer { if let note { lifetime.endMaking(note) } }
    if note == nil { try checkOpen(read.site, canThrow: canThrow) }
    let value = try build.run(make)
    build.member.settle()
    return value
  }

  private func shared<Value, Failure: Error>(
    _ build: MemberBuild, canThrow: Bool, _ closing: (@Sendable (Value) -> CloseHook<Void>)?, _ make: () throws(Failure) -> Value
  ) throws(ResolutionError) -> Value {
    var (note, isMade) = (nil as Int?, false)
    // After the value is ready: who closes the component waits for it.
    defer { if let note { lifetime.endBuild(note) } }
    let value = try build.member.value { () throws(ResolutionError) in
      isMade = true
      note = lifetime.beginBuild(build.member)
      if note == nil { try checkOpen(build.member.site, canThrow: canThrow) }
      let value = try build.run(make)
      if let late = keep(value, closing, of: build) {
        throw closeOwner.closed(build.member.step, after: PendingCloses([late]).runNow())
      }
      return value
    }
    if !isMade { tellReuse(of: build.member) }
    // The value may have been made while the component began to close: it closes with it.
    if canThrow, !build.isClosing { try checkOpen(build.member.site) }
    return value
  }

  /// Tells that a value was there already.
  private func tellReuse(of member: Member) {
    observers?.tellReuse(of: member.step)
    tellIgnored(by: member)
  }

  /// Tells that a member whose value was there already hides arguments, in debug builds even without an observer.
  private func tellIgnored(by member: Member) {
    guard member.hidesArguments() else { return }
    let name = Graph.Key(dynamic: member.site.text).quoted
    Diagnostic(
      .unkeyedArguments, .warning,
      "\(name) has no key: it was made with the arguments of its first call, and those of later calls are ignored",
      at: member.site.location,
      help: "tell its instances apart by a key, \(member.scope.call)(key: …) { … }; a constant key says that one is enough"
    ).report(to: observers)
  }

  /// Reads a transient member. One that is settled needs no checks, but when a component is overridden meanwhile. Without overrides, it is the same member on
  /// every actor.
  @usableFromInline
  func readTransient<Value, Failure: Error>(
    _ owner: any Any.Type, _ name: UInt, _ file: UInt, _ line: UInt, _ column: UInt, on actor: (any Actor)?,
    _ site: @autoclosure () -> MemberSite, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let moment = Detours.moment
    if let member = find(owner, Value.self, name, file, line, column), member.isSettled.load(ordering: .acquiring),
      let note = lifetime.beginMaking(member)
    {
      defer { lifetime.endMaking(note) }
      do throws(Failure) {
        let value = try make()
        // When any component was overridden meanwhile, it may be made from old and new values, unless all reads belong to a build around the caller.
        if Detours.moment == moment || MemberChain().moment != nil { return value }
      } catch { throw ResolutionError(error, through: member.step).thrown(as: Failure.self) }
    }
    let isPlain = actor == nil || Detours.isQuiet && newest.replacements.isEmpty
    return try read(MemberRead(site(), on: isPlain ? nil : actor, in: .transient), nil, make)
  }
}

// Members that are made asynchronously. One task makes a shared value; all concurrent readers wait for that task.
extension Instances {
  /// Gives the replacement to the override that is looking for this member; reads the member when there is no such override.
  private nonisolated(nonsending) func claimed<Value: Sendable>(
    _ read: MemberRead, _ get: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    if let override { return try await override.run(read, of: self, get) }
    if let observers, observers.observesReuse { return try await observers.tellingReuse(of: read.step, get) }
    return try await get()
  }

  /// Reads a shared member.
  func read<Value: Sendable>(
    _ read: MemberRead, _ closing: (@Sendable (Value) -> CloseHook<Void>)? = nil,
    awaiting make: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await claimed(read) {
      let build = try enter(read)
      if build.member.isAlive { tellIgnored(by: build.member) }
      return try await build.member.value { [self] in
        try await lifetime.building(build.member, of: closeOwner) {
          let value = try await build.run(make)
          guard let late = keep(value, closing, of: build) else { return value }
          throw closeOwner.closed(read.step, after: await PendingCloses([late]).run())
        }
      }
    }
  }

  /// Reads a member that is made for every read.
  nonisolated(nonsending) func readTransient<Value: Sendable>(
    _ site: MemberSite, awaiting make: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    let read = MemberRead(site, in: .transient)
    return try await claimed(read) {
      let build = try enter(read)
      return try await lifetime.making(build.member, of: closeOwner) { try await build.run(make) }
    }
  }
}

extension Diagnostic.ID {
  /// A member without a key, in a method whose arguments it ignores.
  static let unkeyedArguments = Self(rawValue: "unkeyed-arguments")
}
