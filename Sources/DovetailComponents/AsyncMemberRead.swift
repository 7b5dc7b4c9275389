// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime

// The reads of members that are made asynchronously. One task makes what is shared; all that read it meanwhile wait for that.
extension Instances {
  /// Reads a member that is shared as long as the component is there.
  func single<Value: Sendable>(
    _ site: MemberSite, _ key: (any Hashable & Sendable)?, _ onClose: CloseHook<Value>?,
    awaiting make: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let key = key.map { MemberKey($0) }
    defer { withExtendedLifetime(key) {} }
    let read = MemberRead(site, key: key, in: .single)
    if let ready = ready(read) { return ready.assumingMemoryBound(to: Value.self).pointee }
    return try await claimed(read) {
      let answer = try enter(read, sharing: AsyncInstance<Value>())
      guard let instance = answer.member.pointee.sharing as? AsyncInstance<Value> else { throw read.clash }
      let (contents, home) = (contents(of: answer), answer.home.takeUnretainedValue())
      return try await instance.value(of: read.step) { [self] in
        let value = try await build(read, contents, make)
        // When the component has closed meanwhile, the value is closed at once and not handed out.
        if let onClose = onClose.flatMap(read.site.onClose) {
          if let observers { _ = home.add(observers.notice(of: read.step)) }
          try await onClose.register(value, in: home)
        }
        return value
      }
    }
  }

  /// Reads a member that is shared while somebody holds it.
  func weak<Value: Sendable>(
    _ site: MemberSite, _ key: (any Hashable & Sendable)?, awaiting make: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let key = key.map { MemberKey($0) }
    defer { withExtendedLifetime(key) {} }
    let read = MemberRead(site, key: key, in: .weak)
    return try await claimed(read) {
      let answer = try enter(read, sharing: AsyncWeakInstance<Value>())
      guard let instance = answer.member.pointee.sharing as? AsyncWeakInstance<Value> else { throw read.clash }
      let contents = contents(of: answer)
      return try await instance.value(of: read.step) { [self] in try await build(read, contents, make) }
    }
  }

  /// Reads a member that is made for every read.
  nonisolated(nonsending) func transient<Value: Sendable>(
    _ site: MemberSite, awaiting make: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    let read = MemberRead(site, in: .transient)
    return try await claimed(read) { try await build(read, contents(of: enter(read)), make) }
  }

  /// Gives the replacement to the override that is looking for this member, and reads the member where there is none.
  private nonisolated(nonsending) func claimed<Value: Sendable>(
    _ read: MemberRead, _ get: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    if let override { return try await override.run(read, of: self, get) }
    if let observers, observers.observesReuse { return try await observers.tellingReuse(of: read, get) }
    return try await get()
  }

  private func contents(of answer: MemberAnswer) -> TaskMemberFrame.Contents {
    TaskMemberFrame.Contents(
      member: answer.member, generation: answer.generation.takeUnretainedValue(), observations: observations,
      outer: detours.hasTasks ? TaskMemberFrame.current : nil, epoch: answer.epoch)
  }

  private nonisolated(nonsending) func build<Value: Sendable>(
    _ read: MemberRead, _ contents: TaskMemberFrame.Contents, _ make: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    do {
      guard let observers else { return try await run(contents, make) }
      return try await observers.creating(read.step) { try await run(contents, make) }
    } catch let error as CancellationError {
      throw error
    } catch {
      throw ResolutionError(error, through: read.step)
    }
  }

  private nonisolated(nonsending) func run<Value: Sendable>(
    _ contents: TaskMemberFrame.Contents, _ make: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    try await TaskMemberFrame.run(contents) {
      if let made = try await contents.member.pointee.replacement?.makeAwaiting(), let value = made as? Value { return value }
      return try await make()
    }
  }
}
