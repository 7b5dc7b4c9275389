// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph
internal import DovetailInspection
internal import Foundation
internal import Testing

@Suite("The implementing type on the page") final class FactoryCodeTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "dovetail-\(UUID().uuidString)").path

  init() throws {
    try FileManager.default.createDirectory(atPath: "\(folder)/Sources/App", withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  @Test(arguments: [
    ("Bind((any Store).self, Disk.init)", "Disk"),
    ("Bind((any Store).self, Disk.init(path:)).in(.singleton).external", "Disk"),
    ("Bind((any Store).self) { Disk(path: $0, size: [1, 2]) }", "Disk"),
    ("Bind((any Store).self) {\n  Disk(path: $0)\n}", "Disk"),
    ("Bind((any Store).self) { [path] (log: Log) in try await Disk(path, log) }", "Disk"),
    ("Bind((any Store).self) { (log: Log) in\n  // in { order\n  let path = log.path\n  return Disk(path)\n}", "Disk"),
    ("Bind((any Store).self) { (log: Log) in /* ) in /* } */ Other( */ Disk(log) /* , */ }", "Disk"),
    ("Bind(/* Other.init, */ (any Store).self, /* not Other.init */ Disk.init)", "Disk"),
    ("Bind { Disk() as any Store }", "Disk() as any Store"),
    ("Bind((any Store).self) { Disk(\"a) } \\(name(\"}\")) in\") }", "Disk"),
    ("Bind((any Store).self) { Disk.temporary() }", "Disk.temporary"),
    ("Bind((any Store).self) { Cache<Disk>() }", "Cache<Disk>"),
    ("Bind((any Store).self, instance: Disk.shared)", "Disk.shared"),
    ("Bind((any Store).self) { Disk(path: $0)\n  .cached() }", "Disk(path: $0).cached()"),
    ("Bind { Disk().with(a: 1234567890, b: 1234567890, c: 1) }", "Disk().with(a: 1234567890, b: 123456789…"),
    ("Decorate((any Store).self) { (inner: any Store) in Counted(inner) }", "Counted"),
    // A literal stays in the source file.
    ("Bind(instance: \"Secret\")", nil),
    ("Bind((any Store).self) { Disk(\"Secret\").cached() }", nil),
    // The page has nothing to add to the key, or to the arrows.
    ("Bind((any Store).self) { (disk: Disk) in disk }", nil),
    ("Bind((any Store).self) { let disk = Disk(); disk.open(); disk }", nil),
    ("Bind((any Store).self) { for path in paths { open(path) }; return stored }", nil),
    ("Bind((any Store).self)", nil),
    ("Bind((any Store).self, Disk.init", nil),
    ("store", nil),
  ])
  func `is read from the declaration`(source: String, code: String?) throws {
    #expect(try self.code(of: "any Store", in: source) == code)
  }

  @Test func `is left out where it repeats the key`() throws {
    #expect(try code(of: "Disk", in: "Bind(Disk.init)") == nil)
    #expect(try code(of: "Disk", in: "Bind { Disk(path: $0).opened() }") == nil)
    #expect(try code(of: "Disk", in: "Bind { OtherDisk() }") == "OtherDisk")
  }

  @Test func `is unknown without its file or its line`() throws {
    try Data("Bind((any Store).self, Disk.init)".utf8).write(to: URL(filePath: "\(folder)/Sources/App/Other.swift"))
    func code(_ file: String, _ line: Int, _ column: Int, sources: Bool = true) throws -> String? {
      try page(of: "any Store", at: SourceLocation(file: file, line: line, column: column), sources: sources).code
    }
    #expect(try code("App/Other.swift", 1, 5) == "Disk")
    #expect(try code("App/Gone.swift", 1, 5) == nil)
    #expect(try code("App/Other.swift", 9, 5) == nil)
    #expect(try code("App/Other.swift", 1, 99) == nil)
    #expect(try code("App/Other.swift", 1, 5, sources: false) == nil)
  }

  private struct Page: Decodable {
    struct Box: Decodable { var code: String? }
    var boxes: [Box]
    var code: String? { boxes[0].code }
  }

  private func code(of type: String, in source: String) throws -> String? {
    try Data(("// A file\n" + source).utf8).write(to: URL(filePath: "\(folder)/Sources/App/Cars.swift"))
    let column = source.prefix { !"({".contains($0) }.utf8.count + 1
    return try page(of: type, at: SourceLocation(file: "App/Cars.swift", line: 2, column: column)).code
  }

  private func page(of type: String, at location: DovetailGraph.SourceLocation, sources: Bool = true) throws -> Page {
    let binding = Graph.Binding(key: Graph.Key(type: TypeName(text: type)), location: location)
    let graph = Graph(bindings: [binding], roots: [Graph.Need]())
    let page = sources ? GraphFile(graph).page(sources: folder) : GraphFile(graph).page()
    let data = try #require(page.firstMatch(of: #/(?s)<script id="graph" type="application/json">(.*?)</script>/#)).1
    return try JSONDecoder().decode(Page.self, from: Data(data.utf8))
  }
}
