// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// All that the program does outside itself: the one file that needs Foundation.
enum System {
  /// More than any profile needs, and less than what an endless device would give.
  static let largestFile = 1 << 20

  /// Reads a file, a pipe or a device as text.
  static func text(at path: String) throws(Failure) -> String {
    func unreadable(_ reason: String) -> Failure { .input("cannot read the profile file '\(path)': \(reason)") }
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw unreadable("there is no such file")
    }
    if isDirectory.boolValue { throw unreadable("it is a directory") }
    let data: Data
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? file.close() }
      data = try file.read(upToCount: largestFile + 1) ?? Data()
    } catch {
      throw unreadable("it may not be read")
    }
    if data.count > largestFile { throw unreadable("it is larger than \(largestFile) bytes") }
    guard let text = String(data: data, encoding: .utf8) else { throw unreadable("it is not UTF-8 text") }
    return text
  }

  /// Ends the program. Results go to standard output, what went wrong to standard error.
  static func end(_ outcome: Outcome) -> Never {
    let text = outcome.text.isEmpty || outcome.text.hasSuffix("\n") ? outcome.text : outcome.text + "\n"
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      complain("error: cannot write standard output: is the disk full?\n")
      exit(73)
    }
    complain(outcome.errors)
    exit(outcome.exitCode)
  }

  /// Ends the program with a message.
  static func end(_ failure: Failure) -> Never {
    complain(failure.message + "\n")
    exit(failure.exitCode)
  }

  /// Where standard error is closed, the failure is not told.
  private static func complain(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
}
