// SPDX-License-Identifier: Apache-2.0

// The reads of members that are made asynchronously. One task makes what is shared; all that read it meanwhile wait for that.
extension MemberRead where Value: Sendable {
  /// Reads a member that is shared as long as the component is there.
  func single(
    onClose: (@Sendable (Value) -> Void)?, awaiting make: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    if let value = try claimed(in: .singleton) { return value }
    let (cell, closing) = try enter(.single(AsyncInstance<Value>()))
    guard case .single(let instance) = cell.sharing, let instance = instance as? AsyncInstance<Value> else { throw clash(cell) }
    return try await instance.value(of: cell.step) {
      let value = try await build(cell, make)
      try closed(by: closing, with: onClose).register(value, cell.step)
      return value
    }
  }

  /// Reads a member that is shared while somebody holds it.
  func weak(awaiting make: @escaping @Sendable () async throws -> Value) async throws -> Value {
    if let value = try claimed(in: .weak) { return value }
    let (cell, _) = try enter(.asyncWeak(AsyncWeakInstance<Value>()))
    guard case .asyncWeak(let instance) = cell.sharing, let instance = instance as? AsyncWeakInstance<Value> else {
      throw clash(cell)
    }
    return try await instance.value(of: cell.step) { try await build(cell, make) }
  }

  /// Reads a member that is made for every read.
  nonisolated(nonsending) func transient(
    awaiting make: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    if let value = try claimed(in: .transient) { return value }
    let (cell, _) = try enter(.transient)
    let value = try await build(cell, make)
    cell.settle()
    return value
  }

  /// The replacement, when an override is looking for this member.
  private func claimed(in scope: Graph.Scope) throws -> Value? {
    guard let claim = MemberClaim.current else { return nil }
    return try claim.answer(self, in: scope)
  }

  nonisolated(nonsending) private func build(
    _ cell: MemberCell, _ make: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    do {
      return try await MemberClaim.suspended {
        try await MemberFrame.run(instances, cell) {
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
