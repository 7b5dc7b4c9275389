// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Testing

/// The compiled twin of the page of a finding: what is wrong, what that says, and what is right.
protocol DiagnosticGuide: Guide {
  static var id: Diagnostic.ID { get }

  /// What the page's wrong code is told.
  static func wrong() -> Report

  /// What the page's right code is told.
  static func right() -> Report
}

extension DiagnosticGuide {
  static var page: String { "Reference/Diagnostics/\(id.rawValue)" }

  static func messages() throws -> [String] { [shown(wrong().diagnostics, in: "\(Self.self)Wrong")] }
}

extension GuideTests {
  static let diagnostics: [any DiagnosticGuide.Type] = [
    AsyncNeed.self, CaptiveDependency.self, DependencyCycle.self, DuplicateBinding.self, DuplicateMapKey.self,
    EmptyCollection.self,
    FailingModule.self, IsolationMismatch.self, MissingBinding.self, ModuleCycle.self, NothingToDecorate.self,
    NothingToOverride.self, OpaqueBinding.self,
    PrivateBinding.self, ScopeCycle.self, ShadowedBinding.self, TooDeep.self, UnfilledInput.self, UnknownNeed.self,
    UnshareableValue.self,
    UnusedBinding.self, UselessHook.self, VoidBinding.self, WrongArguments.self,
  ]

  @Test func `explain every check`() {
    #expect(GuideTests.diagnostics.map { $0.id.rawValue }.sorted() == Diagnostic.ID.catalogue.map(\.rawValue).sorted())
  }

  @Test func `list every check`() throws {
    let listed = try Page.text(of: "Guides/ReadingADiagnostic").matches(of: /(?m)^- <doc:([a-z-]+)>$/).map { String($0.1) }
    #expect(listed.sorted() == Diagnostic.ID.catalogue.map(\.rawValue).sorted())
  }

  @Test func `explain every ID that the sources have`() throws {
    let text = try Page.text(of: "Guides/ReadingADiagnostic")
    let ids = try Page.swiftFiles(in: "Sources").map(\.text).flatMap { source in
      source.matches(of: /(?:rawValue: [^"\n]*|error: \[|rawValue: [^\n]* : )"?([a-z]+(?:-[a-z]+)+)["\]]/).map { String($0.1) }
        + source.matches(of: /ID\(rawValue: [^\n]*\? "([a-z-]+)" : "([a-z-]+)"/).flatMap { [String($0.1), String($0.2)] }
    }
    #expect(Set(ids).count >= 35, "\(Set(ids).sorted())")
    #expect(Set(ids).filter { !text.contains("`\($0)`") && !text.contains("<doc:\($0)>") } == [])
  }

  @Test func `list every code of an error at run time`() throws {
    let text = try #require(try Page.text(of: "Guides/ReadingADiagnostic").split(separator: "### Other IDs").first)
    let listed = text.matches(of: /(?m)^\| `([a-z-]+)` \|/).map { String($0.1) }
    #expect(listed.sorted() == ResolutionError.Code.all.map(\.description).sorted())
  }

  @Test(arguments: pages.filter { $0.hasPrefix("Reference/Diagnostics/") })
  func `show right code without diagnostics`(page: String) throws {
    let guide = try #require(GuideTests.diagnostics.first { $0.page == page })
    #expect(guide.right().description == "no diagnostics")
  }
}
