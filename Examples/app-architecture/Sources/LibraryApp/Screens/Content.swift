// SPDX-License-Identifier: Apache-2.0

/// What a model shows that has to be fetched first.
package enum Content<Value: Sendable>: Sendable {
  case loading
  case loaded(Value)
  case failed(String)

  /// Fetches a value; a failure is kept as the words for it.
  @MainActor static func fetched(_ fetch: @MainActor () async throws -> Value) async -> Content {
    do { return .loaded(try await fetch()) } catch { return .failed("\(error)") }
  }
}

extension Content: Equatable where Value: Equatable {}
