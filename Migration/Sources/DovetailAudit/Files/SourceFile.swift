// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph
internal import SwiftParser
internal import SwiftSyntax

/// A place in a file. SwiftSyntax has a type of the same name.
typealias Place = DovetailGraph.SourceLocation

/// A parsed file.
final class SourceFile {
  let path: String
  let tree: SourceFileSyntax
  private let converter: SourceLocationConverter
  /// The imported modules, in order.
  private(set) var imports: [String] = []
  /// The conditions under which modules are imported that are not imported otherwise.
  private(set) var conditions: [String: String] = [:]
  private(set) lazy var privateNames = PrivateNames(tree)

  init(path: String, text: String) {
    self.path = path
    tree = Parser.parse(source: text)
    converter = SourceLocationConverter(fileName: path, tree: tree)
    let reader = ImportReader(viewMode: .sourceAccurate)
    reader.walk(tree)
    (imports, conditions) = (reader.imports, reader.conditions)
  }

  /// What has to be true for one of two conditions; `nil` when one of them always is.
  static func either(_ one: String?, _ other: String?) -> String? {
    guard let one, let other else { return nil }
    return one == other ? one : "(\(one)) || (\(other))"
  }

  /// Where a node begins, behind its comments.
  func place(of node: some SyntaxProtocol) -> Place {
    let location = converter.location(for: node.positionAfterSkippingLeadingTrivia)
    return Place(file: path, line: location.line, column: location.column)
  }

  /// The bytes of a node, without the space and the comments around it.
  func range(of node: some SyntaxProtocol) -> Range<Int> {
    node.positionAfterSkippingLeadingTrivia.utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
  }

  /// The name without its folders and its extension.
  var name: String { String((path.split(separator: "/").last ?? "").dropLast(".swift".count)) }

  /// Whether `migrate` wrote it.
  var isWritten: Bool { tree.description.hasPrefix(SourceFile.mark) }
  /// The beginning of every file that `migrate` writes.
  static let mark = "// Written by dovetail migrate"

  var isTest: Bool { !Set(imports).isDisjoint(with: ["XCTest", "Testing", "Quick", "Nimble"]) }

  /// The first place that is no Swift; `nil` when all of it is.
  var firstError: Place? {
    guard tree.hasError else { return nil }
    let finder = ErrorFinder(viewMode: .all)
    finder.walk(tree)
    return finder.found.map { place(of: $0) } ?? Place(file: path, line: 1, column: 1)
  }
}

private final class ImportReader: SyntaxVisitor {
  var imports: [String] = []
  var conditions: [String: String] = [:]

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    guard let name = node.path.first?.name.text else { return .skipChildren }
    let isNew = !imports.contains(name)
    if isNew { imports.append(name) }
    let parts = node.chain.compactMap { $0.as(IfConfigClauseSyntax.self)?.wholeCondition }
    let condition = parts.isEmpty ? nil : parts.joined(separator: " && ")
    conditions[name] = isNew ? condition : SourceFile.either(conditions[name], condition)
    return .skipChildren
  }
}

private final class ErrorFinder: SyntaxAnyVisitor {
  var found: Syntax?

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    if found != nil || !node.hasError { return .skipChildren }
    let isBroken =
      node.is(UnexpectedNodesSyntax.self) || node.as(TokenSyntax.self)?.presence == .missing || node.is(MissingExprSyntax.self)
    if isBroken { found = node }
    return isBroken ? .skipChildren : .visitChildren
  }
}

extension IfConfigClauseSyntax {
  /// What has to be true for its code: its own condition, and none of those before it.
  fileprivate var wholeCondition: String {
    var parts: [String] = []
    for clause in parent?.as(IfConfigClauseListSyntax.self) ?? [] {
      let text = clause.condition?.trimmedDescription
      if clause.id == id {
        if let text { parts.append(text.contains("||") ? "(\(text))" : text) }
        break
      }
      if let text { parts.append("!(\(text))") }
    }
    return parts.joined(separator: " && ")
  }
}
