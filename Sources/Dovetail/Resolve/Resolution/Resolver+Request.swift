// SPDX-License-Identifier: Apache-2.0

// Requests of slots, which hold their container or scope as long as they run.

extension Container {
  func request<Value>(_ slot: Slot, _ arguments: Arguments? = nil) throws(ResolutionError) -> Value {
    if isShut { throw closed(for: slot.step.key) }
    return try slot.get(.container, arguments, from: .request)
  }

  package nonisolated(nonsending) func awaitedRequest<Value>(
    _ slot: Slot, _ arguments: [any Sendable]? = nil, isStaying: Bool = false
  ) async throws -> Value {
    if isClosed { throw closed(for: slot.step.key) }
    defer { withExtendedLifetime(self) {} }
    return try await AsyncRequest.run(slot, in: .container, arguments, isStaying: isStaying)
  }
}

extension OpenScope {
  // Separate, like all rare code, to keep the usual path of requests contiguous.
  @inline(never)
  func closed(for slot: Slot) -> ResolutionError { closed(for: slot.step.key) }

  func request<Value>(_ slot: Slot, _ arguments: Arguments? = nil) throws(ResolutionError) -> Value {
    guard enter() else { throw closed(for: slot) }
    defer { leave() }
    return try slot.get(Context(scope: self), arguments, from: .request)
  }

  nonisolated(nonsending) func awaitedRequest<Value>(
    _ slot: Slot, _ arguments: [any Sendable]? = nil, isStaying: Bool = false
  ) async throws -> Value {
    guard enter() else { throw closed(for: slot) }
    defer { leave() }
    return try await AsyncRequest.run(slot, in: Context(scope: self), arguments, isStaying: isStaying)
  }
}
