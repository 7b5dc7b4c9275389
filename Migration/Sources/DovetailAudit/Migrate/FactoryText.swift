// SPDX-License-Identifier: Apache-2.0
internal import SwiftParser
internal import SwiftSyntax

/// The code of a factory, in which parameters stand in the place of requests.
struct FactoryText {
  struct Parameter {
    var name: String
    var type: String
    var nameOfBind: String?
  }

  /// The caller's arguments, then what is asked for.
  private(set) var arguments: [Parameter] = []
  private(set) var needs: [Parameter] = []
  /// The attributes of the closure: `@MainActor`.
  private(set) var attributes = ""
  /// The lines of the body, without their common indentation.
  private(set) var lines: [String] = []
  private(set) var isOneStatement = true
  /// Why it cannot be written; `nil` when it can.
  private(set) var obstacle: String?

  /// - Parameters:
  ///   - type: The type of a request's value, as it is bound.
  init(_ registration: Registration, _ closure: ClosureExprSyntax, _ index: TypeIndex, type: (Request) -> String) {
    let file = registration.file
    let names = NameReader(viewMode: .sourceAccurate)
    names.walk(closure)
    attributes = closure.signature.map { $0.attributes.trimmedDescription } ?? ""
    if registration.isOnMainActor, attributes.isEmpty { attributes = "@MainActor" }
    isOneStatement = closure.statements.count == 1
    if closure.signature?.capture != nil { obstacle = "its factory captures values" }
    var edits: [(range: Range<Int>, text: String)] = []
    for argument in registration.arguments {
      guard let type = argument.type else {
        obstacle = "the compiler infers the type of its argument '\(argument.name)'"
        continue
      }
      if type.hasPrefix("("), type.contains(",") { obstacle = "its arguments are a tuple" }
      let name = argument.name == "$0" ? "argument" : argument.name
      arguments.append(Parameter(name: name, type: type))
      if argument.name == "$0" { edits += names.shorthands.map { (file.range(of: $0), name) } }
    }
    let sources = registration.requests.compactMap(\.source)
    var used = names.names(outsideOf: sources, in: file).union(arguments.map(\.name))
    for request in registration.requests.sorted(by: { $0.place < $1.place }) {
      guard let source = request.source else { continue }
      let need = type(request)
      let name = FactoryText.name(for: need, besides: used)
      used.insert(name)
      needs.append(Parameter(name: name, type: request.form == .optional ? Self.optional(need) : need, nameOfBind: nil))
      edits.append((source, name))
    }
    let (ranges, types) = (edits.map(\.range), closure.enclosingTypes)
    let isKnown = { name in index.sharedGlobals.contains(name) || file.privateNames.top.contains(name) }
    if let outside = names.outside(of: ranges, in: file).first(where: { !isKnown($0) }) {
      obstacle = obstacle ?? "its factory uses '\(outside)', which is declared outside of it"
    }
    let mentions = names.mentions(outsideOf: ranges, in: file).lazy
    if let hidden = mentions.compactMap({ file.privateNames.hidden($0, in: types) }).first {
      obstacle = obstacle ?? "its factory uses '\(hidden)', which is private in its file"
    }
    guard let first = closure.statements.first, let last = closure.statements.last else {
      obstacle = "its factory is empty"
      return
    }
    let whole = file.range(of: first).lowerBound..<file.range(of: last).upperBound
    let bytes = Array(file.tree.description.utf8)
    let line = bytes[..<whole.lowerBound].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    func indentation(_ line: Int) -> Int { bytes[line...].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count }
    // No line of a text of several lines may lose more than the others.
    let texts = names.closingQuotes.map { quote in
      bytes[..<file.range(of: quote).lowerBound].lastIndex(of: UInt8(ascii: "\n")).map { indentation($0 + 1) } ?? 0
    }
    let depth = texts.reduce(indentation(line), min)
    lines = Self.edited(bytes, whole, edits).split(separator: "\n", omittingEmptySubsequences: false).map { line in
      String(line.dropFirst(min(depth, line.prefix { $0 == " " || $0 == "\t" }.count)))
    }
  }

  /// Names the bind of a need.
  mutating func name(_ need: Int, _ name: String?) { needs[need].nameOfBind = name }

  static func optional(_ type: String) -> String { type.hasPrefix("any ") ? "(\(type))?" : type + "?" }

  private static func name(for type: String, besides used: Set<String>) -> String {
    let letters = Texts.lastName(Texts.type(type)).filter { $0.isLetter || $0.isNumber }
    let upper = letters.prefix { $0.isUppercase }
    // `APIClient` begins with a word of capitals: `apiClient`.
    let head = upper.count > 1 && upper.count < letters.count ? upper.dropLast() : upper.isEmpty ? letters.prefix(1) : upper
    var name = head.lowercased() + letters.dropFirst(head.count)
    if name.isEmpty || name.first?.isNumber == true { name = "value" }
    if used.contains(name) || !name.isValidSwiftIdentifier(for: .variableName) {
      var number = 2
      while used.contains("\(name)\(number)") { number += 1 }
      return "\(name)\(number)"
    }
    return name
  }

  private static func edited(_ bytes: [UInt8], _ whole: Range<Int>, _ edits: [(range: Range<Int>, text: String)]) -> String {
    var result: [UInt8] = []
    var position = whole.lowerBound
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) where edit.range.lowerBound >= position {
      result += bytes[position..<edit.range.lowerBound] + Array(edit.text.utf8)
      position = edit.range.upperBound
    }
    result += bytes[min(position, whole.upperBound)..<whole.upperBound]
    return String(decoding: result, as: UTF8.self)
  }
}

/// The names that a closure uses, and those that it declares.
private final class NameReader: SyntaxVisitor {
  private static let known: Set<String> = [
    "print", "min", "max", "type", "abs", "zip", "stride", "fatalError", "precondition", "preconditionFailure", "assert",
    "assertionFailure",
    "withUnsafePointer", "error", "repeatElement", "sequence", "super",
  ]
  private var used: [(name: String, node: Syntax)] = []
  private var declared: Set<String> = []
  private(set) var shorthands: [Syntax] = []
  /// The ends of texts of several lines.
  private(set) var closingQuotes: [TokenSyntax] = []
  private var mentions: [PrivateNames.Mention] = []
  private var depth = 0

  /// The names that the rest of the code has, besides some pieces.
  func names(outsideOf ranges: [Range<Int>], in file: SourceFile) -> Set<String> {
    declared.union(used.filter { item in !ranges.contains { $0.contains(file.range(of: item.node).lowerBound) } }.map(\.name))
  }

  /// The names that are declared elsewhere, outside of some pieces of the code.
  func outside(of ranges: [Range<Int>], in file: SourceFile) -> [String] {
    used.filter { name, node in
      let offset = file.range(of: node).lowerBound
      return !declared.contains(name) && !Self.known.contains(name) && !ranges.contains { $0.contains(offset) }
    }.map(\.name)
  }

  /// What may be private in its file, outside of some pieces of the code.
  func mentions(outsideOf ranges: [Range<Int>], in file: SourceFile) -> [PrivateNames.Mention] {
    mentions.filter { mention in
      let offset = file.range(of: mention.node).lowerBound
      return (mention.isMember || !declared.contains(mention.name)) && !ranges.contains { $0.contains(offset) }
    }
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.baseName.bareText
    let access = node.parent?.as(MemberAccessExprSyntax.self).flatMap { $0.base?.id != node.id ? $0 : nil }
    let isMember = access != nil || node.parent?.is(KeyPathPropertyComponentSyntax.self) == true
    let callee = access.map { Syntax($0) } ?? Syntax(node)
    mentions.append(.init(name: name, isMember: isMember, node: Syntax(node), labels: callee.labelsOfCall))
    if let base = access?.base, name == "init" {
      let type = Texts.lastName(base.trimmedDescription)
      mentions.append(.init(name: type, isMember: true, node: Syntax(node), labels: callee.labelsOfCall))
    }
    if access != nil { return .skipChildren }
    if name.hasPrefix("$") {
      if name == "$0", depth == 1 { shorthands.append(Syntax(node)) }
      return .skipChildren
    }
    // Types have capital letters, and are declared somewhere.
    if name == "Self" || name.first?.isLowercase == true || name.first == "_" { used.append((name, Syntax(node))) }
    return .skipChildren
  }

  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    if node.closingQuote.tokenKind == .multilineStringQuote { closingQuotes.append(node.closingQuote) }
    return .visitChildren
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    mentions.append(.init(name: node.name.text, node: Syntax(node)))
    return .visitChildren
  }

  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    mentions.append(.init(name: node.name.text, isMember: true, node: Syntax(node.name)))
    return .visitChildren
  }

  override func visit(_ node: BinaryOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    mentions.append(.init(name: node.operator.text, node: Syntax(node)))
    return .skipChildren
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind { declare(node.identifier) }
  override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind { declare(node.name) }
  override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind { declare(node.secondName ?? node.firstName) }
  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind { declare(node.secondName ?? node.firstName) }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    declared.insert(node.name.bareText)
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    depth += 1
    return .visitChildren
  }

  override func visitPost(_ node: ClosureExprSyntax) { depth -= 1 }

  private func declare(_ name: TokenSyntax) -> SyntaxVisitorContinueKind {
    declared.insert(name.bareText)
    return .visitChildren
  }
}

extension Syntax {
  /// The labels of the arguments, where this is what is called; `_` for those without one.
  fileprivate var labelsOfCall: [String]? {
    guard let call = parent?.as(FunctionCallExprSyntax.self), Syntax(call.calledExpression).id == id else { return nil }
    return call.arguments.map { $0.label?.text ?? "_" }
  }
}
