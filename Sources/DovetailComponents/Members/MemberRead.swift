// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime

// The reads that cannot take the short way: they may have to make a value, or take part in an override, an observation or a build.
extension Instances {
  /// The override that is looking for its member.
  private var override: Override? { Detours.isQuiet ? nil : Override.current }

  /// These instances, or their replacement in a `withOverrides(_:)`.
  var home: Instances { Detours.isQuiet ? self : Overlay.current?.layer(of: self) ?? self }

  /// Finds the member that answers a read.
  private func enter(_ read: MemberRead) throws(ResolutionError) -> MemberBuild {
    try checkOpen(read)
    let chain = MemberChain()
    // Noted before the generation is asked for: the build may read the generations of that moment, of every component.
    let moment = chain.moment ?? Detours.moment
    let home = home
    let made = Detours.isQuiet ? nil : Override.generation(of: home)
    let (member, isNew) = (made ?? home.generation(at: moment)).member(read)
    if member.scope != read.scope { throw member.clash }
    log?.note(member, in: chain)
    // The gate, or the wait graph, detects a reentrant read of a value that is shared: a task that a factory has left behind may be the first to ask for another
    // one, whose factory then does not run inside that factory. A method that reads itself with other arguments may end.
    if !isNew, read.scope == .transient, !member.takesArguments, chain.contains(where: { $0 === member }) {
      throw Gate.reentered(read.step)
    }
    return MemberBuild(member: member, home: home, task: chain.task, moment: moment)
  }

  private func checkOpen(_ read: MemberRead) throws(ResolutionError) {
    if isClosed { throw .closed(name(of: read.site.owner), read.step.key) }
  }

  /// The owner of a member's value, for the closing of the value.
  private func owner(of member: Member) -> CloseOwner {
    .named { [weak self] in self?.name(of: member.site.owner) ?? member.owner.description }
  }

  /// Registers a value just made to close with its owner, unless that has been done before.
  ///
  /// - Returns: How to close it; `nil` when that will be done.
  private func keep<Value: Sendable>(_ value: Value, _ hook: CloseHook<Value>?, of build: MemberBuild) -> CloseEntry? {
    guard let hook, build.member.replacement?.closesNow() ?? true else { return nil }
    let entry = build.member.closing(by: MemberEnding(hook, of: value, build.member, tellingTo: observers))
    return build.home.add(entry) ? nil : entry
  }
}

// Members that are made synchronously.
extension Instances {
  /// Gives the replacement to the override that is looking for this member; reads the member when there is no such override.
  private func claimed<Value, Failure: Error>(
    _ read: MemberRead, _ failure: Failure.Type, _ get: () throws(ResolutionError) -> Value
  ) throws(Failure) -> Value {
    do throws(ResolutionError) {
      if let override { return try override.run(read, of: self, get) }
      return try get()
    } catch { throw error.thrown(as: Failure.self) }
  }

  /// The long way of a member that ``ready(_:_:_:_:_:_:)`` does not find.
  @usableFromInline
  func readSingle<Value: Sendable, Failure: Error>(
    _ site: MemberSite, _ onClose: (@Sendable (Value) throws -> Void)?, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value { try single(MemberRead(site, in: .single), onClose.map { .now($0) }, make) }

  /// Reads a member that is shared as long as the component exists.
  func single<Value: Sendable, Failure: Error>(
    _ read: MemberRead, _ onClose: CloseHook<Value>?, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try single(read, make) { (build, value) throws(ResolutionError) in
      guard let late = keep(value, onClose, of: build) else { return }
      throw owner(of: build.member).closed(read.step, after: PendingCloses([late]).runNow())
    }
  }

  /// - Parameter keep: Registers a value just made to close with its owner. When the owner has closed meanwhile, the value is closed and not handed out.
  func single<Value, Failure: Error>(
    _ read: MemberRead, _ make: () throws(Failure) -> Value, keep: (MemberBuild, Value) throws(ResolutionError) -> Void = { _, _ in }
  ) throws(Failure) -> Value {
    try claimed(read, Failure.self) { () throws(ResolutionError) in
      let build = try enter(read)
      guard let cell = build.member.cell else { throw build.member.clash }
      var note: Int?
      // After the value is ready: who closes the component waits for it.
      defer { if let note { lifetime.endBuild(note) } }
      let value = try cell.value(of: read.step) { () throws(ResolutionError) in
        note = lifetime.beginBuild(build.member)
        if note == nil { try checkOpen(read) }
        let value = try build.run(make)
        try keep(build, value)
        return value
      }
      if note == nil { observers?.tellReuse(of: read.step) }
      // The value may have been made while the component began to close: it closes with it.
      try checkOpen(read)
      return value
    }
  }

  /// Reads a member that is shared as long as a strong reference to it exists.
  func weak<Value, Failure: Error>(
    _ read: MemberRead, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try claimed(read, Failure.self) { () throws(ResolutionError) in
      let build = try enter(read)
      guard let cell = build.member.weakCell else { throw build.member.clash }
      var isMade = false
      let value = try cell.value(of: read.step) {
        isMade = true
        return try build.run(make)
      }
      if !isMade { observers?.tellReuse(of: read.step) }
      return value
    }
  }

  /// Reads a member that is made anew for every read. Without overrides, it is the same member on every actor.
  @usableFromInline
  func transient<Value, Failure: Error>(
    _ site: MemberSite, on actor: (any Actor)?, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let isPlain = actor == nil || Detours.isQuiet && newest.replacements.isEmpty
    let read = isPlain ? MemberRead(site, in: .transient) : MemberRead(site, Unkeyed(), on: actor, in: .transient)
    return try claimed(read, Failure.self) { () throws(ResolutionError) in
      let build = try enter(read)
      let value = try build.run(make)
      build.member.settle()
      return value
    }
  }
}

extension Instances {
  /// Reads a transient member that needs neither checks nor notes, but when a component is overridden meanwhile.
  @usableFromInline
  func settled<Value, Failure: Error>(
    since moment: Int, _ site: @autoclosure () -> MemberSite, on actor: (any Actor)?, _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    do throws(Failure) {
      let value = try make()
      if isOfOneState(since: moment) { return value }
    } catch { throw ResolutionError(error, through: MemberRead(site(), in: .transient).step).thrown(as: Failure.self) }
    return try transient(site(), on: actor, make)
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

  /// Reads a member that is shared as long as the component exists, or as long as a strong reference to it exists.
  func shared<Value: Sendable>(
    _ read: MemberRead, _ onClose: CloseHook<Value>? = nil, awaiting make: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await claimed(read) {
      let build = try enter(read)
      let run: @Sendable () async throws -> Value = { [self] in
        try await lifetime.building(build.member, of: owner(of: build.member)) {
          let value = try await build.run(make)
          guard let late = keep(value, onClose, of: build) else { return value }
          throw owner(of: build.member).closed(read.step, after: await PendingCloses([late]).run())
        }
      }
      if let cell = build.member.cell { return try await cell.value(of: read.step, awaiting: run) }
      if let cell = build.member.weakCell { return try await cell.value(of: read.step, awaiting: run) }
      throw build.member.clash
    }
  }

  /// Reads a member that is made for every read.
  nonisolated(nonsending) func transient<Value: Sendable>(
    _ site: MemberSite, awaiting make: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    let read = MemberRead(site, in: .transient)
    return try await claimed(read) { try await enter(read).run(make) }
  }
}
