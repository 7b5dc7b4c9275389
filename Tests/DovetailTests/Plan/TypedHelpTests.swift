// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Foundation
import Testing

/// Every code in the helps of the golden texts and of the pages, typed in: `…` is filled in, and the names are those of types here.
@Suite("What the golden texts tell to type") struct TypedHelpTests {
  private final class Radio: Sendable {}
  private struct Poster { let radio: Radio }

  /// The forms, with `T` for every type.
  private static let typed: [String: @Sendable () throws -> Container] = [
    "Bind { T(…) }": { try Container { Bind { Radio() } } },
    "Bind { @MainActor in T(…: $0) }": {
      try Container {
        Bind { @MainActor in Poster(radio: $0) }
        Bind { Radio() }
      }
    },
    "Bind((any T).self) { (it: T) in it }": {
      try Container {
        Bind((any Lamp).self) { (it: Candle) in it }
        Bind { Candle() }
      }
    },
    "Bind((any T).self, …)": { try Container { Bind((any Lamp).self, Candle.init) } },
    "Bind(T.self) { … }": { try Container { Bind(Radio.self) { Radio() } } },
  ]

  private static var helps: [String] {
    get throws {
      let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      let pages = "Sources/Dovetail/Documentation.docc"
      let folders = [
        tests.appending(path: "Golden"), tests.appending(path: "Golden/Garage"), tests.appending(path: "Golden/Tool"),
        tests.appending(path: "../\(pages)/Reference/Diagnostics"), tests.appending(path: "../\(pages)/Guides"),
        tests.appending(path: ".."),
      ]
      let files = try folders.flatMap { try FileManager.default.contentsOfDirectory(at: $0, includingPropertiesForKeys: nil) }
      let texts = try files.filter { ["txt", "md"].contains($0.pathExtension) && $0.lastPathComponent != "CHANGELOG.md" }
        .map { try String(decoding: Data(contentsOf: $0), as: UTF8.self) }
      return texts.flatMap { $0.components(separatedBy: "\n") }.filter { $0.hasPrefix("  help: ") }
    }
  }

  @Test func `compiles, with what is left open filled in`() throws {
    let forms = Set(
      try Self.helps.flatMap { help in
        help.matches(of: /\bBind(\([^)]*\)[^)]*\)|\([^)]*\))?( \{ [^}]* \})?/).map { match in
          String(match.output.0).replacing(/\b[A-Z]\w+(?=[(.)])|(?<=: )[A-Z]\w+/) {
            $0.output == "Bind" || $0.output == "MainActor" ? String($0.output) : "T"
          }
        }
      })
    #expect(forms.contains("Bind { T(…) }"))
    for form in forms {
      let container = try #require(Self.typed[form], "\(form) is not typed in here")
      #expect(throws: Never.self) { try container() }
    }
  }
}
