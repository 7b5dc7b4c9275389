// SPDX-License-Identifier: Apache-2.0
import DovetailExport
import DovetailGraph
import Foundation
import Testing

@testable import DovetailAudit

@Suite struct SampleTests {
  private static let extensions: [AuditCommand.Format: String] = [
    .text: "txt", .compiler: "compiler.txt", .json: "json", .sarif: "sarif", .dot: "dot", .mermaid: "mmd",
  ]

  private func folder(_ style: Style) -> String {
    "\(Places.package)/Samples/Sources/\(style == .swinject ? "Swinject" : "Factory")Sample/"
  }

  @Test(arguments: Style.allCases, extensions.keys.sorted { $0.rawValue < $1.rawValue })
  func `the audit of a sample program is as a person read it once, in every format`(style: Style, format: AuditCommand.Format)
    throws
  {
    let answer = AuditCommand(path: folder(style) + "App", format: format).answer()
    #expect(answer.exitCode == 1)
    #expect(answer.errors.isEmpty)
    let text = answer.output.replacingOccurrences(of: folder(style), with: "")
    try expectGolden(text, "\(style == .swinject ? "Swinject" : "Factory")/audit.\(Self.extensions[format] ?? "")")
  }

  @Test(arguments: Style.allCases) func `the page of a sample program is one of HTML with its findings`(style: Style) throws {
    let answer = AuditCommand(path: folder(style) + "App", format: .html).answer()
    #expect(answer.output.hasPrefix("<!DOCTYPE html>"))
    #expect(answer.output.contains("'Driver' and 'Van' need each other before either is built"))
  }

  @Test(arguments: Style.allCases)
  func `the graph file of a sample program has each finding once, also where it is checked again`(style: Style) throws {
    let file = try GraphFile(json: AuditCommand(path: folder(style) + "App", format: .json).answer().output)
    let again = file.checked.diagnostics.filter { $0.id.rawValue != "not-understood" }
    #expect(again.count == file.report.diagnostics.filter { $0.id.rawValue != "not-understood" }.count)
    #expect(again.count == (style == .swinject ? 6 : 4))
  }

  @Test(arguments: Style.allCases) func `what migrate writes for a sample program is what stands beside it and compiles`(
    style: Style
  ) throws {
    let target = try Folder()
    let answer = MigrateCommand(from: style, path: folder(style) + "App", output: target.path + "/Moved").answer()
    #expect(answer.exitCode == 0)
    let kept = folder(style) + "Moved/"
    for name in try FileManager.default.contentsOfDirectory(atPath: target.path + "/Moved").sorted() {
      let text = try String(contentsOfFile: "\(target.path)/Moved/\(name)", encoding: .utf8).replacingOccurrences(
        of: folder(style), with: "")
      if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" { try Data(text.utf8).write(to: URL(filePath: kept + name)) }
      #expect(try String(contentsOfFile: kept + name, encoding: .utf8) == text, "\(name)")
    }
    let written = try FileManager.default.contentsOfDirectory(atPath: target.path + "/Moved").sorted()
    #expect(try FileManager.default.contentsOfDirectory(atPath: kept).sorted() == written)
    let said = answer.output.replacingOccurrences(of: folder(style), with: "").replacingOccurrences(
      of: target.path + "/", with: "")
    try expectGolden(said, "\(style == .swinject ? "Swinject" : "Factory")/migrate.txt")
  }
}
