// SPDX-License-Identifier: Apache-2.0
internal import SwiftSyntax

/// Reads the requests in a piece of code that uses Swinject.
class ResolveReader: SyntaxVisitor {
  let file: SourceFile
  let index: TypeIndex
  private(set) var requests: [(request: Request, node: Syntax)] = []
  var gaps: [NotUnderstood] = []
  /// Whether the code hands a resolver on.
  private(set) var isHandedOn = false
  /// Whether it hands it on to code that may not have been read.
  private(set) var isOpaque = false
  /// The types whose initialisers are called at once.
  private(set) var constructs: Set<String> = []
  /// The names of the resolver that a factory takes; `$0` where it takes no named one.
  private let resolvers: Set<String>
  /// The depth of closures and functions that run later.
  private var later = 0
  private var closures = 0
  private let isFactory: Bool

  init(_ file: SourceFile, _ index: TypeIndex, resolvers: Set<String> = [], isFactory: Bool = false) {
    (self.file, self.index, self.resolvers, self.isFactory) = (file, index, resolvers, isFactory)
    super.init(viewMode: .sourceAccurate)
  }

  // MARK: Requests

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if isFactory, later == 0, let type = node.constructedType { constructs.insert(type) }
    guard let name = node.calledName, name == "resolve" || (index.forwarders.contains(name) && !name.hasPrefix("register")) else {
      return .visitChildren
    }
    guard let first = node.arguments.first else {
      if hasResolverName(node.receiver) || index.forwarders.contains(name) {
        gaps.append(
          NotUnderstood(file.place(of: node), "the compiler infers the type that '\(name)()' asks for", hides: .requests))
      }
      return .visitChildren
    }
    guard first.label == nil else { return .visitChildren }
    guard let type = Texts.metatype(first.expression) else {
      // Promises and others have functions of this name.
      if !first.expression.is(KeyPathExprSyntax.self), isResolver(node.receiver, given: first.expression),
        !node.isForwarded(index)
      {
        let reason = "the type that is asked for is the value of '\(Texts.oneLine(first.expression.trimmedDescription))'"
        gaps.append(NotUnderstood(file.place(of: node), reason, hides: .requests))
      }
      return .visitChildren
    }
    // A function of the program that asks unwraps the value itself.
    let isForced = name != "resolve" || node.parent?.is(ForceUnwrapExprSyntax.self) ?? false
    add(type, Array(node.arguments.dropFirst()), at: Syntax(node), isForced: isForced)
    return .visitChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let parts = Array(node.elements)
    for place in parts.indices where parts[place].as(BinaryOperatorExprSyntax.self)?.operator.text == "~>" {
      guard place > 0, place + 1 < parts.count else { continue }
      let whole: Syntax? = parts.count == 3 ? Syntax(node) : nil
      let right = parts[place + 1]
      if let type = Texts.metatype(right) {
        add(type, [], at: whole ?? Syntax(right), isForced: true, isWhole: whole != nil)
      } else if let tuple = right.as(TupleExprSyntax.self),
        let type = tuple.elements.first.flatMap({ Texts.metatype($0.expression) })
      {
        add(type, Array(tuple.elements.dropFirst()), at: whole ?? Syntax(right), isForced: true, isWhole: whole != nil)
      } else {
        gaps.append(NotUnderstood(file.place(of: right), "the type behind '~>' cannot be read", hides: .requests))
      }
    }
    return .visitChildren
  }

  override func visit(_ node: PostfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if node.operator.text == "~>" {
      gaps.append(NotUnderstood(file.place(of: node), "the compiler infers the type that '~>' asks for", hides: .requests))
      return .skipChildren
    }
    return .visitChildren
  }

  private func add(_ type: ExprSyntax, _ rest: [LabeledExprSyntax], at node: Syntax, isForced: Bool, isWhole: Bool = true) {
    let place = file.place(of: node)
    if let generic = node.typeParameter(in: type, index) {
      if node.isForwarded(index) { return }
      gaps.append(NotUnderstood(place, "the type that is asked for depends on '\(generic)'", hides: .requests))
      return
    }
    var (written, form) = (index.canonical(type.trimmedDescription), isForced ? Request.Form.plain : .optional)
    for (word, later) in [("Lazy<", Request.Form.lazy), ("Provider<", .provider)]
    where written.hasPrefix(word) && written.hasSuffix(">") {
      (written, form) = (index.canonical(String(written.dropFirst(word.count).dropLast())), later)
    }
    if written.hasSuffix("?") { (written, form) = (index.canonical(String(written.dropLast())), .optional) }
    if later > 0 { form = .provider }
    var request = Request(service: Service(type: written), form: form, place: place)
    for argument in rest {
      switch argument.label?.text {
      case "name":
        switch index.name(argument.expression) {
        case .none: break
        case .literal(let name): request.service.name = name
        case .computed:
          let reason = "the name of '\(written)' is computed: '\(Texts.oneLine(argument.expression.trimmedDescription))'"
          gaps.append(NotUnderstood(place, reason, hides: .requests, type: written))
          return
        }
      default: request.argumentCount += 1
      }
    }
    let unwrapped = node.parent?.as(ForceUnwrapExprSyntax.self)
    let range = file.range(of: unwrapped.map { Syntax($0) } ?? node)
    request.isRepeated = isFactory && later == 0 && node.isRepeated
    let isOnce = isWhole && later == 0 && !request.isRepeated
    request.source = isOnce && [.plain, .optional].contains(form) && request.argumentCount == 0 ? range : nil
    requests.append((request, node))
  }

  /// Whether a value is likely a resolver: by its name, or in a file about Swinject where the argument is none.
  private func isResolver(_ node: ExprSyntax?, given argument: ExprSyntax) -> Bool {
    if hasResolverName(node) { return true }
    return node != nil && file.imports.contains { $0.hasPrefix("Swinject") } && !hasResolverName(argument)
  }

  private func hasResolverName(_ node: ExprSyntax?) -> Bool {
    node?.words.contains { word in ["resolver", "container", "assembler"].contains { word.contains($0) } } ?? false
  }

  // MARK: What the code does with its resolver

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.baseName.text
    guard isFactory, resolvers.contains(name), name != "$0" || closures == 0 else { return .skipChildren }
    // The method as a value is as good as the resolver.
    if let access = node.parent?.as(MemberAccessExprSyntax.self), access.base?.id == node.id,
      ["resolve", "synchronize"].contains(access.declName.baseName.text),
      let call = access.parent?.as(FunctionCallExprSyntax.self), Syntax(call.calledExpression).id == Syntax(access).id
    {
      return .skipChildren
    }
    if node.parent?.is(PostfixOperatorExprSyntax.self) == true { return .skipChildren }
    if let list = node.parent?.as(ExprListSyntax.self), list.dropFirst().first?.trimmedDescription == "~>" {
      return .skipChildren
    }
    isHandedOn = true
    // The code of a type that was read is read too.
    let call = node.parent?.as(LabeledExprSyntax.self)?.parent?.parent?.as(FunctionCallExprSyntax.self)
    if let type = call?.constructedType, index.declared(type) != nil { return .skipChildren }
    isOpaque = true
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    closures += 1
    if !node.isImmediate { later += 1 }
    return .visitChildren
  }

  override func visitPost(_ node: ClosureExprSyntax) {
    closures -= 1
    if !node.isImmediate { later -= 1 }
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if isFactory { later += 1 }
    return .visitChildren
  }

  override func visitPost(_ node: FunctionDeclSyntax) {
    if isFactory { later -= 1 }
  }
}

extension FunctionCallExprSyntax {
  /// The type whose initialiser it calls, by the capital letter of its name.
  var constructedType: String? {
    var callee = calledExpression
    if let access = callee.as(MemberAccessExprSyntax.self), access.declName.baseName.text == "init", let base = access.base {
      callee = base
    }
    if let generic = callee.as(GenericSpecializationExprSyntax.self) { callee = generic.expression }
    let name =
      callee.as(DeclReferenceExprSyntax.self)?.baseName.text ?? callee.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    return name.flatMap { $0.first?.isUppercase == true ? $0 : nil }
  }
}

extension TypeIndex {
  /// What is known of a name.
  enum NameText: Equatable { case none, literal(String), computed }

  /// The name that an expression gives: a literal, or a constant of the program with one.
  func name(_ expression: ExprSyntax) -> NameText {
    if expression.is(NilLiteralExprSyntax.self) { return .none }
    if let text = Texts.value(expression) { return .literal(text) }
    if let call = expression.as(FunctionCallExprSyntax.self), call.calledName == "String", call.arguments.count == 1,
      let argument = call.arguments.first, argument.label?.text == "describing", let type = Texts.metatype(argument.expression),
      expression.typeParameter(in: type, self) == nil
    {
      return .literal(Texts.lastName(type.trimmedDescription))
    }
    var path: [String] = []
    var rest: ExprSyntax? = expression
    while let access = rest?.as(MemberAccessExprSyntax.self) {
      path.insert(access.declName.baseName.bareText, at: 0)
      rest = access.base
    }
    guard let first = rest?.as(DeclReferenceExprSyntax.self) else { return .computed }
    path.insert(first.baseName.text == "Self" ? expression.enclosingType ?? "Self" : first.baseName.text, at: 0)
    if path.last == "rawValue" { path.removeLast() }
    if path.count == 1, expression.isShadowed(path[0]) { return .computed }
    return constant(path).map { .literal($0) } ?? .computed
  }
}
