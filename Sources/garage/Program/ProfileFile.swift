// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// Reads a profile's variables from a file of lines `NAME = VALUE`.
enum ProfileFile {
  static func variables(at path: String) throws(Failure) -> [Options.Variable] {
    let data: Data
    do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
      throw .input("cannot read the profile file '\(path)': \(reason(path))")
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw .input("cannot read the profile file '\(path)': it is not UTF-8 text")
    }
    return try variables(in: text, of: path)
  }

  static func variables(in text: String, of path: String) throws(Failure) -> [Options.Variable] {
    var variables: [Options.Variable] = []
    for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let content = line.prefix { $0 != "#" }.trimmingCharacters(in: .whitespaces)
      if content.isEmpty { continue }
      let parts = content.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard parts.count == 2, !parts[0].isEmpty else {
        throw .input("\(path):\(index + 1): expected NAME = VALUE, found '\(content)'")
      }
      variables.append(Options.Variable(name: parts[0], value: parts[1]))
    }
    return variables
  }

  private static func reason(_ path: String) -> String {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else { return "there is no such file" }
    return isDirectory.boolValue ? "it is a directory" : "it may not be read"
  }
}
