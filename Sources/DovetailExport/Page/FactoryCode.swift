// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph

/// Reads the implementing types of bindings from source files.
///
/// A container knows the type under which a value is bound, and not the type behind a protocol: a factory has to run first. The declaration names that type.
struct FactoryCode {
  private static let longest = 40

  private var files: SourceFiles

  /// - Parameter root: The folder of the package, as in ``SourceFiles``.
  init(in root: String) { files = SourceFiles(in: root) }

  /// The code at a declaration, as ``summary(of:)`` gives it; `nil` when the file is unknown or has no such place.
  ///
  /// - Complexity: O(length of the declaration), after the file was read once.
  mutating func summary(at location: SourceLocation) -> String? {
    guard location.isKnown, location.column > 0 else { return nil }
    let lines = files.lines(of: location.file)
    guard lines.indices.contains(location.line - 1) else { return nil }
    let first = lines[location.line - 1].utf8.dropFirst(location.column - 1)
    // A declaration that is longer than this has no short summary either.
    let rest = lines.dropFirst(location.line).prefix(40)
    return FactoryCode.summary(of: ([Substring(first)] + rest).joined(separator: "\n"))
  }
}

extension FactoryCode {
  /// The factory of a declaration in short: the type whose initializer it calls, or its code.
  ///
  /// - Parameter declaration: Swift code that begins with the parenthesis or the brace behind `Bind`.
  /// - Returns: `SQLOrders` for `((any Orders).self, SQLOrders.init)`; `nil` when the code is none of this kind, or says nothing in short.
  static func summary(of declaration: String) -> String? {
    var reader = CodeReader(declaration)
    var factory: String?
    if let arguments = reader.group(in: "(", ")") {
      factory = CodeReader(arguments).parts().first { !$0.hasSuffix(".self") }
    }
    if factory == nil { factory = reader.group(in: "{", "}").map { "{\($0)}" } }
    return factory.flatMap { expression(of: $0) }.flatMap(shortened)
  }

  /// The expression of a factory: a closure's result, or the factory itself.
  private static func expression(of factory: String) -> String? {
    var closure = CodeReader(factory)
    guard let body = closure.group(in: "{", "}") else {
      return factory.hasPrefix("instance:") ? String(factory.dropFirst("instance:".count)) : factory
    }
    let statements = CodeReader(CodeReader(body).withoutSignature()).statements()
    guard let last = statements.last else { return nil }
    if statements.count > 1, !last.hasPrefix("return ") { return nil }
    return last
  }

  private static func shortened(_ expression: String) -> String? {
    var words = expression.split(whereSeparator: \.isWhitespace)
    while let first = words.first, ["return", "try", "await"].contains(first) { words.removeFirst() }
    let code = words.joined(separator: " ")
    // Only the name of a parameter: the arrows of the graph say more.
    guard code.contains(where: { $0.isUppercase || $0 == "(" }) else { return nil }
    if let type = calledType(in: code) { return type }
    // A page is passed around: a literal may be a secret.
    if code.contains("\"") { return nil }
    return code.count <= longest ? code : code.prefix(longest - 1) + "…"
  }

  /// `HTTPTransport` for `HTTPTransport(url: $0)` and `HTTPTransport.init(url:)`; `nil` for other code.
  private static func calledType(in code: String) -> String? {
    let callee = code.prefix { $0.isLetter || $0.isNumber || "_.<>".contains($0) }
    let rest = code[callee.endIndex...]
    let isCall = rest.isEmpty || (rest.hasPrefix("(") && CodeReader(rest).isOneGroup)
    guard isCall, callee.first?.isUppercase == true else { return nil }
    return callee.hasSuffix(".init") ? String(callee.dropLast(".init".count)) : String(callee)
  }
}
