// SPDX-License-Identifier: Apache-2.0
internal import SwiftSyntax

// What surrounds a piece of code: type parameters, conditions, the function.
extension SyntaxProtocol {
  /// A type parameter of what surrounds this code that a type names; `nil` when there is none.
  func typeParameter(in type: some SyntaxProtocol, _ index: TypeIndex) -> String? {
    let names = Set(
      type.tokens(viewMode: .sourceAccurate).compactMap { token -> String? in
        if case .identifier(let name) = token.tokenKind { return name }
        return token.tokenKind == .keyword(.Self) ? "Self" : nil
      })
    if names.contains("Self") { return "Self" }
    for node in chain {
      var generics: Set<String> = []
      if let clause = node.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause {
        generics = Set(clause.parameters.map(\.name.text))
      }
      if let extended = node.as(ExtensionDeclSyntax.self) {
        generics = index.types[Texts.lastName(Texts.type(extended.extendedType))]?.generics ?? []
      }
      if let found = generics.intersection(names).min() { return found }
    }
    return nil
  }

  /// Whether it is in a function or a property wrapper that asks for its type parameter: its uses name the type, and are read.
  func isForwarded(_ index: TypeIndex) -> Bool {
    chain.contains { node in
      if let function = node.as(FunctionDeclSyntax.self), function.genericParameterClause != nil {
        return index.forwarders.contains(function.name.text)
      }
      guard let name = node.asProtocol((any NamedDeclSyntax).self)?.name.text, node.asProtocol((any DeclGroupSyntax).self) != nil
      else { return false }
      return index.wrappers.contains(name)
    }
  }

  /// The conditions, the loops and the function around it.
  var context: Registration.Context {
    var context = Registration.Context()
    var last = Syntax(self)
    for node in chain.dropFirst() {
      let statement = node.position.utf8Offset
      if node.is(FunctionDeclSyntax.self) || node.is(InitializerDeclSyntax.self) || node.is(AccessorBlockSyntax.self) {
        context.function = context.function ?? statement
      } else if let condition = node.as(IfExprSyntax.self) {
        let isElse = condition.elseBody.map { $0.id == last.id } ?? false
        context.arms.append(.init(statement: statement, arm: isElse ? 1 : 0))
      } else if node.is(SwitchCaseSyntax.self) || node.is(IfConfigClauseSyntax.self) {
        // The list of cases, or of clauses, stands for the statement.
        context.arms.append(.init(statement: node.parent.map(\.position.utf8Offset) ?? statement, arm: statement))
      } else if node.is(ForStmtSyntax.self) || node.is(WhileStmtSyntax.self) || node.is(RepeatStmtSyntax.self) {
        context.isInLoop = true
      } else if let call = node.as(FunctionCallExprSyntax.self), last.is(ClosureExprSyntax.self), call.calledName == "forEach" {
        context.isInLoop = true
      }
      last = node
    }
    return context
  }

  /// Whether the factory around it runs it several times: in a loop, or in a closure that is called for every element.
  var isRepeated: Bool {
    var last = Syntax(self)
    for node in chain.dropFirst() {
      if let loop = node.as(ForStmtSyntax.self) {
        if loop.sequence.id != last.id { return true }
      } else if node.is(WhileStmtSyntax.self) || node.is(RepeatStmtSyntax.self) {
        return true
      } else if let closure = node.as(ClosureExprSyntax.self) {
        if !closure.isImmediate { return false }
        if closure.isCalledForEach { return true }
      } else if node.is(FunctionDeclSyntax.self) || node.is(AccessorBlockSyntax.self) {
        return false
      }
      last = node
    }
    return false
  }

  /// Whether a declaration around it, which is not at the top of the file, has a name.
  func isShadowed(_ name: String) -> Bool {
    chain.contains { node in
      if let function = node.as(FunctionDeclSyntax.self) { return function.signature.parameterClause.names.contains(name) }
      if let initialiser = node.as(InitializerDeclSyntax.self) {
        return initialiser.signature.parameterClause.names.contains(name)
      }
      if let closure = node.as(ClosureExprSyntax.self) { return closure.parameters?.contains { $0.name == name } == true }
      if let loop = node.as(ForStmtSyntax.self) { return loop.pattern.trimmedDescription == name }
      let members = node.as(MemberBlockItemListSyntax.self)?.map { DeclSyntax($0.decl) }
      let statements = node.as(CodeBlockItemListSyntax.self).flatMap { $0.parent?.is(SourceFileSyntax.self) == true ? nil : $0 }
      let local = statements?.compactMap { item in if case .decl(let declaration) = item.item { declaration } else { nil } }
      return (members ?? local ?? []).contains { $0.as(VariableDeclSyntax.self)?.names.contains(name) == true }
    }
  }

  /// Whether the main actor runs it, by the attribute of a declaration around it.
  var isOnMainActor: Bool {
    for node in chain {
      if node.asProtocol((any WithModifiersSyntax).self)?.modifiers.contains(where: { $0.name.text == "nonisolated" }) == true {
        return false
      }
      let attributes = node.asProtocol((any DeclSyntaxProtocol).self).flatMap { _ in
        node.asProtocol((any WithAttributesSyntax).self)?.attributes
      }
      if attributes?.contains(where: { $0.trimmedDescription == "@MainActor" }) == true { return true }
    }
    return false
  }

  /// Whether it runs when an instance of the type around it is made: in an initialiser, or for a stored property that is not lazy.
  var isConstruction: Bool {
    var isInClosure = false
    for node in chain.dropFirst() {
      if let closure = node.as(ClosureExprSyntax.self), !closure.isImmediate { isInClosure = true }
      if node.is(FunctionDeclSyntax.self) || node.is(AccessorBlockSyntax.self) { return false }
      if node.is(InitializerDeclSyntax.self) { return !isInClosure }
      if let property = node.as(VariableDeclSyntax.self), property.owner != nil {
        return !isInClosure && !property.isLazy && !property.isStatic
      }
    }
    return false
  }
}

extension ClosureExprSyntax {
  private static let immediate: Set<String> = ["assumeIsolated", "sync", "withLock", "autoreleasepool"]
  private static let repeating: Set<String> = ["map", "compactMap", "flatMap", "forEach", "filter", "reduce"]

  /// Whether it runs at once, where it is written: it is called, or given to a function that calls it.
  var isImmediate: Bool {
    if let call = parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == id { return true }
    return taker.map { Self.immediate.contains($0) } ?? false || isCalledForEach
  }

  /// Whether it is given to a function that calls it at once for every element.
  var isCalledForEach: Bool { taker.map { Self.repeating.contains($0) } ?? false }

  /// The function that it is given to.
  private var taker: String? {
    let call = parent?.as(FunctionCallExprSyntax.self) ?? parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
    return call?.calledName
  }

  /// The highest `$n` that it uses itself; -1 when it uses none.
  var highestShorthand: Int {
    let finder = ShorthandFinder(viewMode: .sourceAccurate)
    finder.walk(statements)
    return finder.highest
  }

  /// The names and types of its parameters; `nil` for a closure that uses `$0`.
  var parameters: [Registration.Argument]? {
    guard let clause = signature?.parameterClause else { return nil }
    switch clause {
    case .simpleInput(let list): return list.map { Registration.Argument(name: $0.name.text) }
    case .parameterClause(let clause):
      return clause.parameters.map { parameter in
        Registration.Argument(
          name: (parameter.secondName ?? parameter.firstName).text,
          type: parameter.type.map { Texts.oneLine($0.trimmedDescription) })
      }
    }
  }
}

/// Finds the highest `$n` of a closure, which those inside it do not share.
private final class ShorthandFinder: SyntaxVisitor {
  private(set) var highest = -1

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if case .dollarIdentifier(let name) = node.baseName.tokenKind { highest = max(highest, Int(name.dropFirst()) ?? -1) }
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension FunctionParameterClauseSyntax {
  fileprivate var names: [String] { parameters.map { ($0.secondName ?? $0.firstName).bareText } }
}
