// SPDX-License-Identifier: Apache-2.0

// The reads of members that are made asynchronously. One task makes what is shared; all that read it meanwhile wait for that.
extension MemberRead {
  /// Reads a member that is shared as long as the component is there.
  func single<Value: Sendable>(
    onClose: (@Sendable (Value) -> Void)?, awaiting make: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    if let value: Value = found() { return value }
    return try await claimed {
      let answer = try enter(AsyncInstance<Value>())
      guard let instance = answer.member.sharing as? AsyncInstance<Value> else { throw clash }
      let (frame, home) = (frame(of: answer), answer.home)
      return try await instance.value(of: step) {
        let value = try await build(frame, make)
        try keep(value, in: home, onClose)
        return value
      }
    }
  }

  /// Reads a member that is shared while somebody holds it.
  func weak<Value: Sendable>(awaiting make: @escaping @Sendable () async throws -> Value) async throws -> Value {
    try await claimed {
      let answer = try enter(AsyncWeakInstance<Value>())
      guard let instance = answer.member.sharing as? AsyncWeakInstance<Value> else { throw clash }
      let frame = frame(of: answer)
      return try await instance.value(of: step) { try await build(frame, make) }
    }
  }

  /// Reads a member that is made for every read.
  nonisolated(nonsending) func transient<Value: Sendable>(
    awaiting make: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    try await claimed { try await build(frame(of: enter(nil)), make) }
  }

  /// Gives the replacement to the override that is looking for this member, and reads the member where there is none.
  private nonisolated(nonsending) func claimed<Value: Sendable>(
    _ read: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    if let claim { return try await claim.run(self, read) }
    return try await read()
  }

  private func frame(of answer: Answer) -> TaskMemberFrame.Contents {
    TaskMemberFrame.Contents(
      member: answer.member, observations: instances.observations, outer: answer.chain.task, epoch: answer.epoch)
  }

  private nonisolated(nonsending) func build<Value: Sendable>(
    _ frame: TaskMemberFrame.Contents, _ make: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    do {
      return try await TaskMemberFrame.run(frame) {
        if let value = try await frame.member.replacement?.make(awaiting: Value.self) { return value }
        return try await make()
      }
    } catch let error as CancellationError {
      throw error
    } catch {
      throw ResolutionError(error, through: step)
    }
  }
}
