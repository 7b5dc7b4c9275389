// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// The file that holds the chores.
package struct ChoreFile: Sendable {
  let options: Options
  let console: any Console

  /// Reads the chores; none when there is no file yet.
  func load() throws -> [Chore] {
    guard FileManager.default.fileExists(atPath: options.file) else { return [] }
    let data: Data
    do { data = try Data(contentsOf: URL(filePath: options.file)) } catch {
      throw ChoreError.unreadable(options.file)
    }
    do { return try JSONDecoder().decode([Chore].self, from: data) } catch { throw ChoreError.notAList(options.file) }
  }

  /// Writes the chores, all or none of them.
  func save(_ chores: [Chore]) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let data = try encoder.encode(chores)
    do { try data.write(to: URL(filePath: options.file), options: .atomic) } catch {
      throw ChoreError.unwritable(options.file)
    }
    console.mention("wrote \(options.file)")
  }
}

/// Keeps other runs of the tool from changing the same file.
package final class FileLock: Sendable {
  private let path: String
  private let console: any Console

  /// Takes the lock.
  ///
  /// - Throws: ``ChoreError/locked(_:)`` when another run has it.
  init(options: Options, console: any Console) throws {
    path = options.file + ".lock"
    self.console = console
    do { try Data().write(to: URL(filePath: path), options: .withoutOverwriting) } catch {
      throw FileManager.default.fileExists(atPath: path) ? ChoreError.locked(path) : ChoreError.unwritable(path)
    }
    console.mention("took \(path)")
  }

  func release() throws {
    try FileManager.default.removeItem(atPath: path)
    console.mention("released \(path)")
  }
}

/// Changes the chores, one run at a time.
package struct Editor: Sendable {
  let lock: FileLock
  let file: ChoreFile

  func edit<Result>(_ change: (inout [Chore]) throws -> Result) throws -> Result {
    var chores = try file.load()
    let result = try change(&chores)
    try file.save(chores)
    return result
  }
}
