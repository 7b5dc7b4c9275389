// SPDX-License-Identifier: Apache-2.0
internal import SwiftParser
internal import SwiftSyntax

/// Texts of types and expressions, in one form.
enum Texts {
  /// A type on one line, without `any`, `some`, and the parentheses around it all; without the `!` of a property.
  static func type(_ node: some SyntaxProtocol) -> String { type(node.trimmedDescription) }

  static func type(_ text: String) -> String {
    var text = oneLine(text)
    while true {
      let before = text
      for word in ["any ", "some ", "@escaping "] where text.hasPrefix(word) { text.removeFirst(word.count) }
      if text.hasSuffix("!") { text.removeLast() }
      if text.hasPrefix("("), text.hasSuffix(")"), isOneGroup(text) { text = String(text.dropFirst().dropLast()) }
      if text == before { return elements(of: text).map { "[\($0.map(type).joined(separator: ": "))]" } ?? text }
    }
  }

  /// The type in a list, or those of the keys and the values of a dictionary; `nil` for any other type.
  static func elements(of type: String) -> [String]? {
    guard type.hasPrefix("["), type.hasSuffix("]") else { return nil }
    var parts = [""]
    var depth = 0
    for character in type.dropFirst().dropLast() {
      if "([".contains(character) { depth += 1 }
      if ")]".contains(character) { depth -= 1 }
      if depth < 0 { return nil }
      if character == ":", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts.count <= 2 ? parts : nil
  }

  /// Whether a type is a function itself, and not one that holds one.
  static func isFunction(_ type: String) -> Bool {
    var depth = 0
    var last: Character = " "
    for character in type {
      if "([<".contains(character) { depth += 1 }
      if ")]".contains(character) || character == ">" && last != "-" { depth -= 1 }
      if character == ">", last == "-", depth == 0 { return true }
      last = character
    }
    return false
  }

  /// The text without line breaks and without comments.
  static func oneLine(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  /// Whether the parentheses around a text belong together, and hold one type: `(any A)`, but not `(A, B)`, `() -> A`.
  private static func isOneGroup(_ text: String) -> Bool {
    var depth = 0
    for (place, character) in text.enumerated() {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character == ",", depth == 1 { return false }
      if depth == 0, place < text.count - 1 { return false }
    }
    return text.count > 2
  }

  /// The last name of `Outer.Inner`, without type arguments.
  static func lastName(_ type: String) -> String {
    let bare = type.prefix { $0 != "<" }
    return String(bare.split(separator: ".").last ?? bare)
  }

  /// The type in `X.self`, as it is written; `nil` for any other expression.
  static func metatype(_ expression: ExprSyntax) -> ExprSyntax? {
    guard let access = expression.as(MemberAccessExprSyntax.self), access.declName.baseName.text == "self" else { return nil }
    return access.base
  }

  /// Text in double quotes, as Swift source code.
  static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default:
        if scalar.value < 0x20 {
          result += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }

  /// A name where it stands alone in Swift source code: in backticks where it needs them.
  static func name(_ name: String) -> String { name.isValidSwiftIdentifier(for: .variableName) ? name : "`\(name)`" }

  /// The value of a literal without interpolations; `nil` for any other expression.
  static func value(_ expression: ExprSyntax) -> String? {
    expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }
}

extension TokenSyntax {
  /// The text of a name without the backticks around it, which only some places need.
  var bareText: String { text.hasPrefix("`") ? text.filter { $0 != "`" } : text }
}

extension SyntaxProtocol {
  /// The node and those around it, from the inside.
  var chain: some Sequence<Syntax> { sequence(first: Syntax(self)) { $0.parent } }
}

extension ExprSyntax {
  /// The last word, and the one before it where that is the first, in lower case: the whole text of a long chain would be as long as the chain, at
  /// each of its calls.
  var words: [String] {
    let root = self.as(MemberAccessExprSyntax.self)?.base?.as(DeclReferenceExprSyntax.self)?.baseName
    return [root, lastToken(viewMode: .sourceAccurate)].compactMap { $0?.text.lowercased() }
  }

  /// The last name of `.container` and of `ObjectScope.container`; `nil` for a member of a value, and for any other expression.
  var memberOfType: String? {
    guard let access = self.as(MemberAccessExprSyntax.self) else { return nil }
    if let base = access.base {
      let reference = base.as(MemberAccessExprSyntax.self)?.declName ?? base.as(DeclReferenceExprSyntax.self)
      guard reference?.baseName.text.first?.isUppercase == true else { return nil }
    }
    return access.declName.baseName.text
  }
}

extension FunctionCallExprSyntax {
  /// The last name of what is called: `register` for `container.register(…)`.
  var calledName: String? {
    calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      ?? calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? calledExpression.as(GenericSpecializationExprSyntax.self)?.expression.as(DeclReferenceExprSyntax.self)?.baseName.text
  }

  /// What a method is called on; `nil` for a function.
  var receiver: ExprSyntax? { calledExpression.as(MemberAccessExprSyntax.self)?.base }

  /// The closure behind the parentheses, or the one with a label in them.
  func closure(_ label: String? = nil) -> ClosureExprSyntax? {
    trailingClosure
      ?? arguments.lazy.filter { label == nil || $0.label?.text == label }.compactMap { $0.expression.as(ClosureExprSyntax.self) }
      .first
  }
}
