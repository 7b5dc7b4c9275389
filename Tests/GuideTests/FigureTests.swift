// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Testing

/// Keeps figures equal that stand on several pages, and in the tables that scripts write.
@Suite("The figures of the pages") struct FigureTests {
  private func file(_ path: String) throws -> String {
    try String(contentsOf: Page.package.appending(path: path), encoding: .utf8)
  }

  /// A row of the tables in `Benchmarks/README.md`, which `Scripts/benchmark.sh --write` writes.
  private func benchmark(_ name: String) throws -> Double {
    let row = try #require(try file("Benchmarks/README.md").split(separator: "\n").first { $0.hasPrefix("| \(name) |") })
    let figure = try #require(row.firstMatch(of: #/\| ([\d.,]+)/#))
    return try #require(Double(figure.1.replacing(",", with: "")))
  }

  @Test func `the size of a program is that of the weights`() throws {
    let line = try #require(try file("Benchmarks/weights.txt").split(separator: "\n").first { $0.hasPrefix("program core ") })
    let bytes = try #require(line.split(separator: " ").last.flatMap { Double($0) })
    let kilobytes = (bytes / 10_000).rounded() * 10
    let text = kilobytes.formatted(.number.locale(Locale(identifier: "en_US")))
    #expect(try Page.text(of: "Internals/BinarySizeAndBuildTime").contains("The difference is \(text) KB"))
    #expect(try Page.text(of: "Guides/Comparison").contains("| \(text) |"))
  }

  @Test func `the time of the first build is that of the benchmarks`() throws {
    let (debug, release) = (Int(try benchmark("cleanbuild.debug").rounded()), Int(try benchmark("cleanbuild.release").rounded()))
    #expect(try Page.text(of: "README").contains("takes \(debug) s in debug and \(release) s in release"))
    #expect(try Page.text(of: "Guides/Comparison").contains("| \(debug) / \(release) |"))
  }

  @Test func `what a binding costs the compiler stands once, and is that of the benchmarks`() throws {
    let plain = try benchmark("compile.debug.1000") / benchmark("compile.debug.1000.classes")
    let crowded = try benchmark("compile.debug.one-module-500") / benchmark("compile.debug.1000")
    let added = try benchmark("compile.debug.1000.added") / benchmark("compile.debug.1000")
    let text = try Page.text(of: "Internals/Costs").replacing("\n", with: " ")
    #expect((1.3...1.7).contains(plain) && text.contains("about one and a half times as long as a class"))
    #expect((3.5...4.5).contains(crowded) && text.contains("each takes about four times as long as of 50"))
    #expect((0.6...0.73).contains(added) && text.contains("takes about two thirds of the time"))
    for page in try Page.everyPage() where page != "Internals/Costs" && page != "Guides/Comparison" {
      let isTold = try Page.text(of: page).contains(/\d+ ms|times as long as (?:of|among|with) \d+/)
      #expect(!isTold || page.hasPrefix("Internals/"), "\(page)")
    }
  }
}
