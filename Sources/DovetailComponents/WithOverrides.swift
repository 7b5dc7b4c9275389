// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime

/// Runs a closure whose overrides hold in it only: in its task and the tasks that it starts, for every component.
///
/// ```swift
/// try withOverrides {
///   try garage.override(\.engine, with: FakeEngine())
///   #expect(garage.car.engine is FakeEngine)
/// }
/// // as before
/// ```
///
/// Every component that is read inside begins anew, with the overrides that it has outside: values made outside are not seen inside, nor the other way round,
/// whatever else runs concurrently. Values made inside are closed when the closure ends; an entry that has to be awaited is left to a task, and is among the
/// failures.
///
/// - Returns: The closure's result.
/// - Throws: The closure's error; `CloseError` when a value made inside failed to close.
public func withOverrides<Result>(_ body: () throws -> Result) throws -> Result {
  let overlay = Overlay()
  return try Overlay.$hold.withValue(Overlay.Hold(overlay)) {
    let result = Swift.Result { try body() }
    return try overlay.end(result, overlay.closing().runNow())
  }
}

/// Runs an asynchronous closure whose overrides hold in it only, and waits until the values made inside are closed; see ``withOverrides(_:)-(()->Result)``.
public nonisolated(nonsending) func withOverrides<Result>(
  _ body: nonisolated(nonsending) () async throws -> Result
) async throws -> Result {
  let overlay = Overlay()
  return try await Overlay.$hold.withValue(Overlay.Hold(overlay)) {
    let result = await Swift.Result(awaiting: body)
    return try overlay.end(result, await overlay.closing().run())
  }
}
