// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime

// The reads of members that are made asynchronously. One task makes a shared value; all concurrent readers wait for that task.
extension Instances {
  /// Reads a member that is shared as long as the component exists, or as long as a strong reference to it exists.
  package func shared<Value: Sendable>(
    _ read: borrowing MemberRead, _ onClose: CloseHook<Value>? = nil, awaiting make: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await claimed(read) {
      if let ready = ready(read) { return ready[as: Value.self] }
      let asked = AwaitedMember(try enter(read), of: home)
      let (task, hook, source) = (
        TaskFrame(asked), self.onClose(onClose, of: read.site), MemberSource(site: read.site, scope: read.scope)
      )
      let build: @Sendable () async throws -> Value = { [self] in
        try await building(source, of: owner(of: source.site)) {
          let value = try await task.build(asked, observers, make)
          if let hook, asked.member.closesNow {
            let isNoted = observers?.noteClosing(of: asked.step, in: asked.home) ?? true
            defer { if !isNoted { observers?.closed(asked.step) } }
            try await hook.register(value, in: asked.home)
          }
          return value
        }
      }
      switch asked.member.head.pointee.storage {
      case let instance as Instance: return try await instance.value(of: read.step, build: build)
      case let instance as WeakInstance: return try await instance.value(of: read.step, build: build)
      default: throw read.clash
      }
    }
  }

  /// Reads a member that is made for every read.
  package nonisolated(nonsending) func transient<Value: Sendable>(
    _ read: borrowing MemberRead, awaiting make: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    try await claimed(read) {
      let asked = AwaitedMember(try enter(read), of: home)
      return try await TaskFrame(asked).build(asked, observers, make)
    }
  }

  /// Gives the replacement to the override that is looking for this member; reads the member when there is no such override.
  private nonisolated(nonsending) func claimed<Value: Sendable>(
    _ read: borrowing MemberRead, _ get: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    if let override { return try await override.run(read, of: self, get) }
    if let observers, observers.observesReuse { return try await observers.tellingReuse(of: read.step, get) }
    return try await get()
  }
}

extension TaskFrame {
  fileprivate nonisolated(nonsending) func build<Value: Sendable>(
    _ asked: AwaitedMember, _ observers: ObserverList?, _ make: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    do {
      guard let observers else { return try await run(make) }
      return try await observers.creating(asked.step) { try await run(make) }
    } catch let error as CancellationError { throw error } catch { throw ResolutionError(error, through: asked.step) }
  }
}
