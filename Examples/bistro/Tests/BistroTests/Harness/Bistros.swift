// SPDX-License-Identifier: Apache-2.0
import Testing

/// Who wires the bistro; everything is true of both.
enum Wired: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case byDovetail, byHand

  var arguments: [String] { self == .byHand ? ["--by-hand"] : [] }

  var testDescription: String { rawValue }
}

/// Runs the program, lets a test talk to it, and closes it.
///
/// - Returns: How it ended.
@discardableResult
func withBistro(
  _ arguments: [String] = ["--profile", "test"], wired: Wired = .byDovetail, environment: [String: String] = [:],
  in folder: TemporaryFolder? = nil, _ body: (Guest) async throws -> Void
) async throws -> BistroProcess.Ending {
  let folder = try folder ?? TemporaryFolder()
  let bistro = try BistroProcess(
    arguments + ["--port", "0"] + wired.arguments, environment: environment, in: folder)
  do {
    try await body(Guest(port: bistro.port()))
  } catch {
    let ending = await bistro.close()
    throw Unexpected("\(error)\nthe bistro said: \(ending.output)\(ending.errors)")
  }
  return await bistro.close()
}
