// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Foundation
internal import Testing

@testable internal import DovetailExport

@Suite("Files") final class FileSystemTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "dovetail-\(UUID().uuidString)").path
  private let graph = GraphFile(of: GarageModule())

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

  deinit {
    chmod(folder, 0o755)
    try? FileManager.default.removeItem(atPath: folder)
  }

  private var content: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? [] }

  private func reason(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "nothing"
    } catch {
      return "\(error)".replacing(folder, with: "FOLDER")
    }
  }

  @Test func `hold what was written`() throws {
    try graph.write(to: "\(folder)/graph.json")
    #expect(try GraphFile(at: "\(folder)/graph.json").json == graph.json)
    try GraphFile(of: WrongModule()).write(to: "\(folder)/graph.json")
    #expect(try GraphFile(at: "\(folder)/graph.json").report == GraphFile(of: WrongModule()).report)
    #expect(content == ["graph.json"])
  }

  @Test func `are replaced behind a link, which stays one`() throws {
    try "old".write(toFile: "\(folder)/real.json", atomically: false, encoding: .utf8)
    symlink("real.json", "\(folder)/link.json")
    try graph.write(to: "\(folder)/link.json")
    #expect(try GraphFile(at: "\(folder)/real.json").json == graph.json)
    #expect(content == ["link.json", "real.json"])
  }

  @Test func `are created behind links that lead nowhere yet`() throws {
    mkdir("\(folder)/inside", 0o755)
    symlink("inside/second.json", "\(folder)/first.json")
    symlink("../real.json", "\(folder)/inside/second.json")
    try graph.write(to: "\(folder)/first.json")
    #expect(try GraphFile(at: "\(folder)/real.json").json == graph.json)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/first.json") == "inside/second.json")
    #expect(content == ["first.json", "inside", "real.json"])
    symlink("\(folder)/no/graph.json", "\(folder)/lost.json")
    #expect(
      reason { try graph.write(to: "\(folder)/lost.json") }
        == "cannot write 'FOLDER/lost.json': there is no such file or directory")
  }

  @Test(arguments: [mode_t(0o600), 0o666, 0o640]) func `keep their permissions when they are replaced`(permissions: mode_t) throws
  {
    let path = "\(folder)/graph.json"
    try "old".write(toFile: path, atomically: false, encoding: .utf8)
    chmod(path, permissions)
    try graph.write(to: path)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o7777 == permissions)
    #expect(try GraphFile(at: path).json == graph.json)
  }

  @Test(arguments: [String(repeating: "漢", count: 80) + ".json", "\u{301}a.json"])
  func `have every name that the system allows`(name: String) throws {
    try graph.write(to: "\(folder)/\(name)")
    #expect(try GraphFile(at: "\(folder)/\(name)").json == graph.json)
    #expect(content.count == 1)
  }

  @Test func `that cannot be read say why`() throws {
    mkfifo("\(folder)/fifo", 0o644)
    try Data([0x7B, 0xFF, 0xFE]).write(to: URL(filePath: "\(folder)/binary"))
    #expect(reason { _ = try GraphFile(at: folder) } == "cannot read 'FOLDER': it is a directory")
    #expect(reason { _ = try GraphFile(at: "\(folder)/no") } == "cannot read 'FOLDER/no': there is no such file or directory")
    #expect(
      reason { _ = try GraphFile(at: "\(folder)/binary/x") }
        == "cannot read 'FOLDER/binary/x': a part of the path is no directory")
    #expect(reason { _ = try GraphFile(at: "\(folder)/binary") } == "cannot read 'FOLDER/binary': it is not UTF-8 text")
    #expect(
      reason { _ = try GraphFile(at: "\(folder)/fifo") }
        == "cannot read 'FOLDER/fifo': it is empty; write it again with --graph")
    #expect(
      reason { _ = try FileSystem.read("/dev/zero", atMost: 1000) } == "cannot read '/dev/zero': it is larger than 1000 bytes")
  }

  @Test func `that cannot be written say why, and nothing is left`() throws {
    mkfifo("\(folder)/fifo", 0o644)
    #expect(reason { try graph.write(to: folder) } == "cannot write 'FOLDER': it is a directory")
    #expect(reason { try graph.write(to: "\(folder)/") } == "cannot write 'FOLDER/': it is a directory")
    #expect(reason { try graph.write(to: "") } == "cannot write the graph: there is no such file or directory")
    #expect(
      reason { try graph.write(to: "\(folder)/no/graph.json") }
        == "cannot write 'FOLDER/no/graph.json': there is no such file or directory")
    #expect(
      reason { try graph.write(to: "\(folder)/fifo") }
        == "cannot write 'FOLDER/fifo': it is a pipe; write to - instead, and redirect standard output")
    #expect(
      reason { try graph.write(to: "/dev/full") }
        == "cannot write '/dev/full': it is no file; write to - instead, and redirect standard output")
    #expect(content == ["fifo"])
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func `in a folder that may not be changed are not written`() {
    chmod(folder, 0o555)
    #expect(
      reason { try graph.write(to: "\(folder)/graph.json") }
        == "cannot write 'FOLDER/graph.json': it may not be read or written by this user")
  }

  @Test func `stay as they are when the disk fills up`() throws {
    try "old".write(toFile: "\(folder)/graph.json", atomically: false, encoding: .utf8)
    var left = 1000
    let said = reason {
      try FileSystem.write(graph.json, to: "\(folder)/graph.json") { file, start, count in
        guard left > 0 else {
          errno = ENOSPC
          return -1
        }
        left -= 500
        return write(file, start, min(count, 500))
      }
    }
    #expect(said == "cannot write 'FOLDER/graph.json': the disk is full")
    #expect(content == ["graph.json"])
    #expect(try String(contentsOfFile: "\(folder)/graph.json", encoding: .utf8) == "old")
  }
}
