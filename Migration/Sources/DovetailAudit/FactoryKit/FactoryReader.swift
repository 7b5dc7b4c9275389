// SPDX-License-Identifier: Apache-2.0
internal import SwiftSyntax

/// Reads the factories of a file: properties of containers whose type is a factory.
final class FactoryReader: SyntaxVisitor {
  private let file: SourceFile
  private let index: TypeIndex
  private let containers: Set<String>
  private(set) var registrations: [Registration] = []
  private(set) var gaps: [NotUnderstood] = []
  /// `[container]`: the names of all properties and functions.
  private(set) var members: [String: Set<String>] = [:]
  /// The scopes that containers give to factories which say none: `manager.defaultScope = .singleton`.
  private(set) var defaultScopes: [String: Registration.Scope] = [:]

  init(_ file: SourceFile, _ index: TypeIndex, _ properties: FactoryProperties) {
    (self.file, self.index, containers) = (file, index, properties.containers)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    if let owner = node.owner, containers.contains(owner) { members[owner, default: []].formUnion(node.names) }
    guard let owner = node.owner, containers.contains(owner), let binding = node.bindings.first,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.bareText
    else { return .skipChildren }
    let annotated = binding.typeAnnotation.flatMap { FactoryType($0.type) }
    if binding.typeAnnotation != nil, annotated == nil { return .skipChildren }
    guard let expression = node.factoryExpression else {
      if annotated != nil { gap(node, "the factory '\(name)' has no single expression", of: annotated) }
      return .skipChildren
    }
    let (base, modifiers) = FactoryReader.flattened(expression)
    guard let base, let called = base.calledType ?? base.calledName else {
      if annotated != nil { gap(node, "the factory '\(name)' is made by code that is not known", of: annotated) }
      return .skipChildren
    }
    let isFactory = ["Factory", "ParameterFactory"].contains(called)
    guard annotated != nil || isFactory else { return .skipChildren }
    guard isFactory || ["self", "init", "unique", "singleton", "cached", "shared", "graph", "scope", "promised"].contains(called)
    else {
      gap(node, "the factory '\(name)' is made by '\(called)'", of: annotated)
      return .skipChildren
    }
    guard let type = annotated ?? base.factoryType ?? base.inferredType else {
      gap(node, "the compiler infers the type of the factory '\(name)'", of: nil)
      return .skipChildren
    }
    var registration = Registration(
      service: Service(type: owner, name: name), product: index.canonical(type.product), style: .factory, home: file.name,
      file: file,
      place: file.place(of: binding), context: node.context)
    registration.range = file.range(of: node)
    registration.enclosingTypes = node.enclosingTypes
    registration.isStatic = node.isStatic
    registration.isOnMainActor = node.isOnMainActor
    registration.scope = scope(called, base)
    registration.isPromise = called == "promised"
    if called == "promised" { registration.obstacles.append("nothing is registered for it here") }
    if let closure = base.closure() { registration.code = .closure(closure) }
    registration.arguments = arguments(type, registration.code)
    for modifier in modifiers { read(modifier, &registration) }
    if Syntax(node).isInPrivate { registration.obstacles.append("its property is private, and cannot be used in another file") }
    if !registration.context.arms.isEmpty { registration.obstacles.append("it is declared under a condition") }
    registrations.append(registration)
    return .skipChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let parts = Array(node.elements)
    guard parts.count == 3, parts[1].is(AssignmentExprSyntax.self), parts[0].trimmedDescription.hasSuffix("manager.defaultScope"),
      let owner = node.enclosingType, containers.contains(owner)
    else { return .visitChildren }
    defaultScopes[owner] =
      parts[2].as(MemberAccessExprSyntax.self).map { Self.scope(named: $0.declName.baseName.text) } ?? .hidden
    return .skipChildren
  }

  override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind {
    if let owner = node.enclosingType, containers.contains(owner), node.parent?.is(MemberBlockItemSyntax.self) == true {
      let reason = "the macro '#\(node.macroName.text)' may declare factories"
      gaps.append(NotUnderstood(file.place(of: node), reason, hides: .registrations))
    }
    return .skipChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if let owner = node.enclosingType, containers.contains(owner) { members[owner, default: []].insert(node.name.bareText) }
    if let owner = node.enclosingType, containers.contains(owner),
      let type = node.signature.returnClause.flatMap({ FactoryType($0.type) })
    {
      gap(node, "the function '\(node.name.bareText)' returns a factory", of: type)
    }
    return .visitChildren
  }

  private func gap(_ node: some SyntaxProtocol, _ reason: String, of type: FactoryType?) {
    gaps.append(
      NotUnderstood(file.place(of: node), reason, hides: .registrations, type: type.map { index.canonical($0.product) }))
  }

  /// The arguments of the caller: a factory with parameters has one type for all of them.
  private func arguments(_ type: FactoryType, _ code: Registration.Code) -> [Registration.Argument] {
    guard let parameter = type.parameter else { return [] }
    var names: [String] = []
    if case .closure(let closure) = code { names = closure.parameters?.map(\.name) ?? [] }
    return [Registration.Argument(name: names.count == 1 ? names[0] : "$0", type: parameter)]
  }

  // MARK: Modifiers

  /// A word behind a factory, with its call if it has one.
  struct Modifier {
    var name: String
    var call: FunctionCallExprSyntax?
  }

  /// The call that makes a factory, and the modifiers behind it in order.
  static func flattened(_ expression: ExprSyntax) -> (FunctionCallExprSyntax?, [Modifier]) {
    var modifiers: [Modifier] = []
    var rest = expression
    while true {
      if let access = rest.as(MemberAccessExprSyntax.self), let base = access.base {
        modifiers.insert(Modifier(name: access.declName.baseName.text), at: 0)
        rest = base
      } else if let call = rest.as(FunctionCallExprSyntax.self),
        let access = call.calledExpression.as(MemberAccessExprSyntax.self),
        let base = access.base, base.is(FunctionCallExprSyntax.self) || base.is(MemberAccessExprSyntax.self)
      {
        modifiers.insert(Modifier(name: access.declName.baseName.text, call: call), at: 0)
        rest = base
      } else {
        return (rest.as(FunctionCallExprSyntax.self), modifiers)
      }
    }
  }

  private func read(_ modifier: Modifier, _ registration: inout Registration) {
    switch modifier.name {
    case "unique", "singleton", "cached", "shared", "graph":
      // A time to live stays, whatever comes behind it.
      if case .timeToLive = registration.scope, !["unique", "graph"].contains(modifier.name) { break }
      registration.scope = Self.scope(named: modifier.name)
    case "scope", "custom":
      let text = modifier.call?.arguments.first?.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      registration.scope = text.map(Self.scope) ?? .hidden
    case "timeToLive":
      registration.scope = .timeToLive(modifier.call?.arguments.first?.expression.trimmedDescription ?? "0")
    case "onTest", "onPreview", "onDebug", "onSimulator", "onDevice", "onArg", "onArgs", "context", "onPhone":
      let words = modifier.call.map { Texts.oneLine($0.arguments.trimmedDescription) } ?? ""
      registration.remarks.append(
        ".\(modifier.name)\(words.isEmpty ? "" : "(\(words))") { … }: another module, or an override in tests")
    case "once", "reset": break
    case "decorator": registration.obstacles.append("it has a decorator: see Decorate")
    default:
      let reason = "'.\(modifier.name)' behind the factory '\(registration.service.name ?? "")' is not known"
      gaps.append(NotUnderstood(registration.place, reason, hides: .details))
      registration.obstacles.append("'.\(modifier.name)' is not known")
    }
    if registration.scope == .hidden { registration.obstacles.append("its scope is computed") }
  }

  private func scope(_ called: String, _ base: FunctionCallExprSyntax) -> Registration.Scope {
    let argument = base.arguments.first { $0.label?.text == "scope" || called == "scope" }
    if let member = argument?.expression.as(MemberAccessExprSyntax.self) {
      return Self.scope(named: member.declName.baseName.text)
    }
    return argument == nil ? Self.scope(named: called) : .hidden
  }

  private static func scope(named name: String) -> Registration.Scope {
    switch name {
    case "singleton", "cached": .singleton
    case "shared": .weak
    case "graph": .graph
    case "unique": .transient
    case "self", "init", "Factory", "ParameterFactory", "promised": .unsaid
    default: .own(name)
    }
  }
}

/// `Factory<T>` or `ParameterFactory<P, T>`.
struct FactoryType {
  var product: String
  var parameter: String?

  init?(_ type: TypeSyntax) {
    let arguments: GenericArgumentClauseSyntax?
    let name: String
    if let identifier = type.as(IdentifierTypeSyntax.self) {
      (name, arguments) = (identifier.name.text, identifier.genericArgumentClause)
    } else if let member = type.as(MemberTypeSyntax.self) {
      (name, arguments) = (member.name.text, member.genericArgumentClause)
    } else {
      return nil
    }
    self.init(name: name, arguments)
  }

  init?(name: String, _ clause: GenericArgumentClauseSyntax?) {
    let types = clause?.arguments.map { Texts.oneLine($0.argument.trimmedDescription) } ?? []
    switch (name, types.count) {
    case ("Factory", 1): product = types[0]
    case ("ParameterFactory", 2): (parameter, product) = (types[0], types[1])
    default: return nil
    }
  }

  init(product: String) { self.product = product }
}

extension VariableDeclSyntax {
  /// The expression that makes the factory: of the getter, or the initial value.
  fileprivate var factoryExpression: ExprSyntax? {
    guard let binding = bindings.first else { return nil }
    if let value = binding.initializer?.value { return value }
    let statements: CodeBlockItemListSyntax?
    switch binding.accessorBlock?.accessors {
    case .getter(let list): statements = list
    case .accessors(let list): statements = list.first { $0.accessorSpecifier.text == "get" }?.body?.statements
    case nil: statements = nil
    }
    guard let statements, let last = statements.last else { return nil }
    // What stands before may return another one.
    let isOnly = statements.dropLast().allSatisfy { item in
      if case .decl(let declaration) = item.item { !declaration.is(IfConfigDeclSyntax.self) } else { false }
    }
    guard isOnly else { return nil }
    switch last.item {
    case .expr(let expression): return expression
    case .stmt(let statement): return statement.as(ReturnStmtSyntax.self)?.expression
    case .decl: return nil
    }
  }
}

extension FunctionCallExprSyntax {
  /// `Factory` for `Factory<T>(self) { … }`, and for `FactoryKit.Factory(self) { … }`.
  fileprivate var calledType: String? {
    calledExpression.as(GenericSpecializationExprSyntax.self)?.expression.trimmedDescription.split(separator: ".").last.map(
      String.init)
  }

  fileprivate var factoryType: FactoryType? {
    guard let generic = calledExpression.as(GenericSpecializationExprSyntax.self) else { return nil }
    return FactoryType(name: calledType ?? "", generic.genericArgumentClause)
  }

  /// The type that the closure says: `X() as API`, `X()`.
  fileprivate var inferredType: FactoryType? {
    guard let statements = closure()?.statements, statements.count == 1, case .expr(let expression) = statements.first?.item
    else { return nil }
    if let sequence = expression.as(SequenceExprSyntax.self), let type = Array(sequence.elements).last?.as(TypeExprSyntax.self) {
      return FactoryType(product: Texts.oneLine(type.type.trimmedDescription))
    }
    let call = expression.as(FunctionCallExprSyntax.self)
    return call?.constructedType.map { FactoryType(product: $0) }
  }
}
