// SPDX-License-Identifier: Apache-2.0

// The reads of members that are made asynchronously. One task makes what is shared; all that read it meanwhile wait for that.
extension MemberRead {
  /// Reads a member that is shared as long as the component is there.
  func single<Value: Sendable>(
    onClose: (@Sendable (Value) -> Void)?, awaiting make: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    if let value: Value = try claimed(in: .single) { return value }
    let answer = try enter(.single, .asyncSingle(AsyncInstance<Value>()), MemberThread(instances.threads))
    guard case .asyncSingle(let instance) = answer.cell.sharing, let instance = instance as? AsyncInstance<Value> else {
      throw clash(answer.cell)
    }
    let value = try await instance.value(of: answer.cell.step) {
      let value = try await build(answer.cell, make)
      if let closer = MemberCell.closer(onClose) { try keep(value, answer, closer) }
      return value
    }
    if answer.cell.memory == nil, let memory = instance.memory { answer.home.publish(answer.cell, memory) }
    return value
  }

  /// Reads a member that is shared while somebody holds it.
  func weak<Value: Sendable>(awaiting make: @escaping @Sendable () async throws -> Value) async throws -> Value {
    if let value: Value = try claimed(in: .weak) { return value }
    let cell = try enter(.weak, .asyncWeak(AsyncWeakInstance<Value>()), MemberThread(instances.threads)).cell
    guard case .asyncWeak(let instance) = cell.sharing, let instance = instance as? AsyncWeakInstance<Value> else {
      throw clash(cell)
    }
    return try await instance.value(of: cell.step) { try await build(cell, make) }
  }

  /// Reads a member that is made for every read.
  nonisolated(nonsending) func transient<Value: Sendable>(
    awaiting make: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    if let value: Value = try claimed(in: .transient) { return value }
    let answer = try enter(.transient, .transient, MemberThread(instances.threads))
    let value = try await build(answer.cell, make)
    settle(answer)
    return value
  }

  /// The replacement, when an override is looking for this member.
  private func claimed<Value>(in scope: MemberScope) throws -> Value? {
    guard let claim = MemberClaim.current else { return nil }
    return try claim.answer(self, in: scope)
  }

  nonisolated(nonsending) private func build<Value>(
    _ cell: MemberCell, _ make: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    do {
      return try await MemberClaim.suspended {
        try await TaskMemberFrame.run(instances, cell) {
          if let value = try cell.replacement?.make(Value.self) { return value }
          return try await make()
        }
      }
    } catch let error as CancellationError {
      throw error
    } catch {
      throw ResolutionError(error, through: cell.step)
    }
  }
}
