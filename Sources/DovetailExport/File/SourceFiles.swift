// SPDX-License-Identifier: Apache-2.0
public import DovetailGraph
internal import Foundation

/// Finds the files that a graph names, so that other tools can open them.
///
/// A graph knows a file as the compiler's `#fileID`, `Shop/ShopModule.swift`, without its path on a disk. A package keeps the files of a module in a folder of
/// the module's name, in one of the folders that the package manager searches.
struct SourceFiles {
  private static let roots = ["Sources", "Source", "src", "srcs", "Tests"]

  private let root: String
  private var modules: [String: [String: [String]]] = [:]
  private var texts: [String: [Substring]] = [:]

  /// - Parameter root: The folder of the package; the paths are relative to it.
  init(in root: String) { self.root = root }

  /// The path of a file; the name itself when there is no such file, or more than one of that name.
  mutating func path(of fileID: String) -> String {
    let parts = fileID.split(separator: "/", maxSplits: 1).map(String.init)
    guard parts.count == 2, !parts[1].contains("/") else { return fileID }
    let found = files(of: parts[0])[parts[1]] ?? []
    return found.count == 1 ? found[0] : fileID
  }

  /// The lines of a file, which is read once; none when there is no such file, or more than one of that name.
  mutating func lines(of fileID: String) -> [Substring] {
    if let known = texts[fileID] { return known }
    let path = path(of: fileID)
    guard path != fileID, let data = try? FileSystem.read("\(root)/\(path)", atMost: 1 << 24) else { return [] }
    let text = String(decoding: data, as: UTF8.self)
    // The line breaks that the compiler counts.
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    texts[fileID] = lines
    return lines
  }

  /// The files of a module by their names.
  private mutating func files(of module: String) -> [String: [String]] {
    if let known = modules[module] { return known }
    var files: [String: [String]] = [:]
    for folder in folders(of: module) {
      for case let path as String in FileManager.default.enumerator(atPath: "\(root)/\(folder)") ?? .init()
      where path.hasSuffix(".swift") {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        files[name, default: []].append("\(folder)/\(path)")
      }
    }
    modules[module] = files
    return files
  }

  /// The folders of a module, whose name has `_` for characters that an identifier cannot have.
  private func folders(of module: String) -> [String] {
    SourceFiles.roots.flatMap { parent in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(parent)")) ?? []
      let fitting = names.filter { name in
        name == module || String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" }) == module
      }
      return fitting.sorted().map { "\(parent)/\($0)" }
    }
  }
}

extension Report {
  /// The diagnostics with the paths of files in a package instead of the compiler's names for them.
  ///
  /// - Parameter root: The folder of the package, with its targets in the folders that the package manager searches: `Sources/Shop` for the module `Shop`.
  /// - Returns: The same diagnostics. A missing or ambiguous file keeps its name.
  public func located(in root: String = ".") -> Report {
    var files = SourceFiles(in: root)
    func located(_ location: SourceLocation) -> SourceLocation {
      guard location.isKnown else { return location }
      return SourceLocation(file: files.path(of: location.file), line: location.line, column: location.column)
    }
    return Report(
      diagnostics.map { finding in
        var finding = finding
        finding.location = located(finding.location)
        for step in finding.path.indices { finding.path[step].location = located(finding.path[step].location) }
        return finding
      })
  }
}
