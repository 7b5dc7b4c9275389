// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

/// The compiled twin of a page: the page's snippets, and what comes of running them.
protocol Guide: SendableMetatype {
  /// The page, named as ``Page`` does.
  static var page: String { get }

  /// What the `print`s of the page print, a line each, in the order of the page.
  static func printed() async throws -> [String]

  /// What the page shows between fences without a language, in the order of the page.
  static func messages() async throws -> [String]
}

extension Guide {
  static func printed() throws -> [String] { [] }
  static func messages() throws -> [String] { [] }

  /// Findings as the page shows them, as if its snippet were a file of its own.
  ///
  /// - Parameters:
  ///   - findings: What the snippet is told. `#sourceLocation` gives its lines.
  ///   - scope: The types around the snippet, as a path.
  static func shown(_ findings: [Diagnostic], in scope: String? = nil) -> String {
    shown(DiagnosticRenderer().render(findings), in: scope)
  }

  /// What a program says as the page shows it, as if the snippet were a file of its own.
  static func shown(_ text: String, in scope: String? = nil) -> String {
    let scope = scope ?? "\(Self.self)"
    let indentation = 2 * scope.split(separator: ".").count
    return text.replacing("\(scope).", with: "")
      .replacing(/(\.swift:\d+:)(\d+)/) { place in place.1 + "\((Int(place.2) ?? 0) - indentation)" }
  }
}

/// Stands for `print` in a snippet, and remembers.
final class Printer {
  private(set) var lines: [String] = []

  func callAsFunction(_ items: Any...) {
    lines.append(items.map { "\($0)" }.joined(separator: " "))
  }
}
