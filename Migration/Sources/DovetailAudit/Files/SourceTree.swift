// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph
internal import Foundation

/// The Swift files below a folder, found without following links, so that a link to an outer folder makes no endless walk.
struct SourceTree {
  /// Folders that hold the code of others, or what a build made.
  private static let foreign: Set<String> = ["Pods", "Carthage", "DerivedData", "SourcePackages", "node_modules"]
  /// More than any source file has.
  private static let largestFile = 1 << 24

  /// The paths, sorted, as they are printed: from the path that was given.
  private(set) var paths: [String] = []
  /// Files that cannot be read as Swift.
  private(set) var gaps: [NotUnderstood] = []
  /// The number of files in folders of tests, which are left out.
  private(set) var testCount = 0

  /// - Parameters:
  ///   - root: A folder or one file.
  ///   - tests: Whether folders of tests are read too.
  init(at root: String, tests: Bool) throws(Refusal) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: root, isDirectory: &isFolder) else {
      throw Refusal("cannot read '\(root)': there is no such file or directory", exitCode: 66)
    }
    guard isFolder.boolValue else {
      guard root.hasSuffix(".swift") else {
        throw Refusal("cannot read '\(root)': it is no Swift file and no folder", exitCode: 66)
      }
      paths = [root]
      return
    }
    guard FileManager.default.isReadableFile(atPath: root) else {
      throw Refusal("cannot read '\(root)': it may not be read by this user", exitCode: 66)
    }
    let start = root == "." ? "" : root.hasSuffix("/") ? root : root + "/"
    var folders = [(start, false)]
    while let (folder, isTest) = folders.popLast() {
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder) else {
        gaps.append(NotUnderstood(Place(file: folder, line: 1, column: 1), "the folder cannot be read", hides: .registrations))
        continue
      }
      for name in names where !name.hasPrefix(".") {
        let type = try? FileManager.default.attributesOfItem(atPath: folder + name)[.type] as? FileAttributeType
        if type == .typeDirectory, !Self.foreign.contains(name) {
          folders.append((folder + name + "/", isTest || Self.isForTests(name)))
        } else if type == .typeRegular, name.hasSuffix(".swift") {
          if isTest, !tests { testCount += 1 } else { paths.append(folder + name) }
        }
      }
    }
    paths.sort()
  }

  private static func isForTests(_ folder: String) -> Bool {
    folder == "Test" || folder.hasSuffix("Tests") || folder.hasSuffix("Specs")
  }

  /// The text of a file; `nil`, with a gap, when it is none.
  mutating func text(of path: String) -> String? {
    func gap(_ reason: String) {
      gaps.append(NotUnderstood(Place(file: path, line: 1, column: 1), reason, hides: .registrations))
    }
    guard let data = FileManager.default.contents(atPath: path) else {
      gap("the file cannot be read")
      return nil
    }
    guard data.count <= Self.largestFile else {
      gap("the file is larger than \(Self.largestFile) bytes")
      return nil
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      gap("the file is not UTF-8 text")
      return nil
    }
    return text
  }
}

/// A command that cannot be carried out: what to say, and the exit code.
struct Refusal: Error {
  var reason: String
  var exitCode: Int32

  init(_ reason: String, exitCode: Int32) { (self.reason, self.exitCode) = (reason, exitCode) }
}
