// SPDX-License-Identifier: Apache-2.0
internal import ChoreList
internal import Dovetail
internal import Foundation
internal import Synchronization
internal import Testing

@testable internal import chores

/// A console that remembers.
final class Notes: Console {
  private let said = Mutex<[String]>([])

  /// What was said since the last time, mentions in parentheses.
  func take() -> [String] {
    said.withLock { lines in
      defer { lines = [] }; return lines
    }
  }
  func say(_ line: String) { said.withLock { $0.append(line) } }
  func mention(_ line: String) { said.withLock { $0.append("(\(line))") } }
}

/// The tool in a folder of its own, with a console that remembers.
final class Bench {
  let folder: URL
  let notes = Notes()
  var file: String { folder.appending(path: "chores.json").path() }
  var lock: String { file + ".lock" }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "chores-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Runs a command line with this bench's file.
  func run(_ arguments: String...) -> Program.Ending {
    Program.run(arguments + ["--file", file]) { [notes] in
      try Container(ChoresModule()).rebuilt { Bind((any Console).self) { notes } }
    }
  }

  var lockIsFree: Bool { !FileManager.default.fileExists(atPath: lock) }
}
