// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization
import Testing

/// The program as its users run it: a child process.
final class BistroProcess: Sendable {
  /// How a program ended, and what it said.
  struct Ending: Sendable, Equatable {
    let code: Int32
    /// Whether a signal ended it; the code is its number then.
    let isBySignal: Bool
    let output: String
    let errors: String
  }

  private struct State {
    var output = ""
    var errors = ""
    var openStreams = 2
    var code: (Int32, Bool)?
    var ending: Ending?
    var waiting: [CheckedContinuation<Ending, Never>] = []
    var port: Int?
    var waitingForPort: [CheckedContinuation<Int?, Never>] = []
  }

  private let state = Mutex(State())
  private let process = Mutex(Process())

  /// Starts the program.
  init(_ arguments: [String], environment: [String: String] = [:], in folder: TemporaryFolder) throws {
    let (output, errors) = (Pipe(), Pipe())
    let program = try BistroProcess.program
    try process.withLock { process in
      process.executableURL = program
      process.arguments = arguments
      process.currentDirectoryURL = folder.url
      process.environment = environment
      process.standardOutput = output
      process.standardError = errors
      process.standardInput = FileHandle.nullDevice
      process.terminationHandler = { [weak self] process in
        self?.update { $0.code = (process.terminationStatus, process.terminationReason == .uncaughtSignal) }
      }
      read(output, \.output)
      read(errors, \.errors)
      try process.run()
    }
  }

  deinit { process.withLock { if $0.isRunning { kill($0.processIdentifier, SIGKILL) } } }

  /// The port on which it serves, as soon as it says so.
  ///
  /// - Throws: An error with all that it said, when it ends instead.
  func port() async throws -> Int {
    let port = await withCheckedContinuation { continuation in update { $0.waitingForPort.append(continuation) } }
    if let port { return port }
    throw Unexpected("the bistro did not open: \(await ending())")
  }

  /// Waits until it has ended.
  func ending() async -> Ending { await withCheckedContinuation { continuation in update { $0.waiting.append(continuation) } } }

  /// Asks it to close, and waits until it has ended.
  func close() async -> Ending {
    send(SIGTERM)
    return await ending()
  }

  func send(_ signal: Int32) { process.withLock { _ = kill($0.processIdentifier, signal) } }

  /// Reads what the program says, on a thread of its own: reading waits.
  private func read(_ pipe: Pipe, _ text: any WritableKeyPath<State, String> & Sendable) {
    Thread.detachNewThread { [weak self] in
      while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
        self?.update { $0[keyPath: text] += String(decoding: data, as: UTF8.self) }
      }
      self?.update { $0.openStreams -= 1 }
    }
  }

  /// Changes the state, and tells those who wait what they wait for.
  private func update(_ change: (inout State) -> Void) {
    state.withLock { state in
      change(&state)
      if let match = state.output.firstMatch(of: /is open at http:\/\/[^:]+:(\d+)/) { state.port = Int(match.1) }
      if state.openStreams == 0, let (code, isBySignal) = state.code {
        state.ending = Ending(code: code, isBySignal: isBySignal, output: state.output, errors: state.errors)
      }
      if state.port != nil || state.ending != nil {
        for waiting in state.waitingForPort { waiting.resume(returning: state.port) }
        state.waitingForPort = []
      }
      if let ending = state.ending {
        for waiting in state.waiting { waiting.resume(returning: ending) }
        state.waiting = []
      }
    }
  }

  /// The program that was built beside the tests.
  private static var program: URL {
    get throws {
      let bundles = Bundle.allBundles.map(\.bundleURL) + [URL(fileURLWithPath: CommandLine.arguments[0])]
      let found = bundles.map { $0.deletingLastPathComponent().appendingPathComponent("bistro") }.first { url in
        FileManager.default.isExecutableFile(atPath: url.path)
      }
      guard let found else { throw Unexpected("the program 'bistro' is not beside the tests: \(bundles)") }
      return found
    }
  }
}

/// Something went another way than the test says.
struct Unexpected: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A folder that goes with the test.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("bistro-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of a file in it.
  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Writes a file into it.
  ///
  /// - Returns: The path of the file.
  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: url.appendingPathComponent(name))
    return path(name)
  }
}
