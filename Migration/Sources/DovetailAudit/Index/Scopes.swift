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
  private static let immediate: Set<String> = [
    "assumeIsolated", "sync", "map", "compactMap", "flatMap", "forEach", "filter", "reduce", "withLock", "autoreleasepool",
  ]

  /// Whether it runs at once, where it is written: it is called, or given to a function that calls it.
  var isImmediate: Bool {
    guard let parent else { return false }
    if let call = parent.as(FunctionCallExprSyntax.self) {
      return call.calledExpression.id == id || Self.immediate.contains(call.calledName ?? "")
    }
    guard let call = parent.parent?.parent?.as(FunctionCallExprSyntax.self) else { return false }
    return Self.immediate.contains(call.calledName ?? "")
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
