// SPDX-License-Identifier: Apache-2.0
internal import SwiftSyntax

/// Reads the declarations of a file into the index.
final class IndexReader: SyntaxVisitor {
  private(set) var index = TypeIndex()

  init() { super.init(viewMode: .sourceAccurate) }

  func read(_ file: SourceFile) {
    index.modules.formUnion(file.imports)
    for item in file.tree.statements {
      guard case .decl(let decl) = item.item else { continue }
      let function = decl.as(FunctionDeclSyntax.self)?.name.bareText
      let names = decl.as(VariableDeclSyntax.self)?.names ?? function.map { [$0] } ?? []
      index.globals.formUnion(names)
      if !decl.isPrivate { index.sharedGlobals.formUnion(names) }
    }
    walk(file.tree)
  }

  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    var declared = TypeIndex.Declared(kind: .protocol, inherits: node.inheritanceClause.names)
    declared.generics = Set(
      node.memberBlock.members.compactMap { $0.decl.as(AssociatedTypeDeclSyntax.self)?.name.text }
        + (node.primaryAssociatedTypeClause?.primaryAssociatedTypes.map(\.name.text) ?? []))
    index.add(node.name.text, declared)
    return .skipChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    add(node.name.text, .class, node, generics: node.genericParameterClause)
  }

  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    add(node.name.text, .class, node, generics: node.genericParameterClause)
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    add(node.name.text, .struct, node, generics: node.genericParameterClause)
  }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.inheritanceClause.names.contains("String") {
      for element in node.memberBlock.members.compactMap({ $0.decl.as(EnumCaseDeclSyntax.self) }).flatMap(\.elements) {
        let name = element.name.bareText
        index.add(constant: "\(node.name.text).\(name)", element.rawValue.flatMap { Texts.value($0.value) } ?? name)
      }
    }
    return add(node.name.text, .other, node, generics: node.genericParameterClause)
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    index.extend(
      Texts.lastName(Texts.type(node.extendedType)), inherits: node.inheritanceClause.names,
      initialisers: node.memberBlock.initialisers)
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if let generics = node.genericParameterClause?.parameters.map(\.name.text), let body = node.body {
      let metatypes = node.signature.parameterClause.parameters
        .filter { parameter in generics.contains { Texts.type(parameter.type) == $0 + ".Type" } }
        .map { ($0.secondName ?? $0.firstName).text }
      let finder = GenericFinder(Set(generics), Set(metatypes))
      finder.walk(body)
      if finder.isFound { index.forwarders.insert(node.name.text) }
    }
    return .visitChildren
  }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    guard node.genericParameterClause == nil else { return .skipChildren }
    index.add(alias: node.name.text, for: Texts.type(node.initializer.value), in: node.enclosingType)
    return .visitChildren
  }

  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    if let base = node.baseType.as(IdentifierTypeSyntax.self) {
      index.prefixes[node.name.text, default: []].insert(base.name.text)
    }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if let base = node.base?.as(DeclReferenceExprSyntax.self), node.declName.baseName.text.first?.isUppercase == true {
      index.prefixes[node.declName.baseName.text, default: []].insert(base.baseName.text)
    }
    return .visitChildren
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    guard let binding = node.bindings.first, let text = binding.initializer.flatMap({ Texts.value($0.value) }),
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.bareText,
      node.bindingSpecifier.tokenKind == .keyword(.let)
    else { return .visitChildren }
    if let owner = node.owner {
      if node.isStatic { index.add(constant: "\(owner).\(name)", text) }
    } else if node.isGlobal {
      index.add(constant: name, text)
    }
    return .visitChildren
  }

  private func add(
    _ name: String, _ kind: TypeIndex.Declared.Kind, _ node: some DeclGroupSyntax, generics: GenericParameterClauseSyntax?
  ) -> SyntaxVisitorContinueKind {
    var declared = TypeIndex.Declared(kind: kind, inherits: node.inheritanceClause.names)
    declared.generics = Set(generics?.parameters.map(\.name.text) ?? [])
    declared.initialisers = node.memberBlock.initialisers
    declared.members = node.memberBlock.storedProperties
    index.add(name, declared)
    if node.attributes.contains(where: { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "propertyWrapper" }),
      !declared.generics.isEmpty
    {
      let finder = GenericFinder(declared.generics)
      finder.walk(node.memberBlock)
      if finder.isFound { index.wrappers.insert(name) }
    }
    return .visitChildren
  }
}

/// Looks for `resolve(T.self)` and `register(T.self)` with a type parameter, or with an argument that is its metatype.
private final class GenericFinder: SyntaxVisitor {
  private let generics: Set<String>
  private let metatypes: Set<String>
  private(set) var isFound = false

  init(_ generics: Set<String>, _ metatypes: Set<String> = []) {
    (self.generics, self.metatypes) = (generics, metatypes)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard ["resolve", "register", "_register", "autoregister"].contains(node.calledName),
      let first = node.arguments.first?.expression
    else {
      return .visitChildren
    }
    // Observers are registered by their type too, without a factory.
    let hasFactory = node.closure() != nil || node.arguments.contains { ["factory", "initializer"].contains($0.label?.text) }
    guard node.calledName == "resolve" || hasFactory else { return .visitChildren }
    let type = Texts.metatype(first)?.trimmedDescription ?? ""
    if generics.contains(type) || metatypes.contains(first.trimmedDescription) { isFound = true }
    return .visitChildren
  }
}

extension InheritanceClauseSyntax? {
  var names: [String] { self?.inheritedTypes.map { Texts.type($0.type) } ?? [] }
}

extension VariableDeclSyntax {
  var names: [String] { bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.bareText } }
  var isStatic: Bool { modifiers.contains { ["static", "class"].contains($0.name.text) } }
  var isLazy: Bool { modifiers.contains { $0.name.text == "lazy" } }
  /// The type that it is a member of, without outer types.
  var owner: String? { parent?.is(MemberBlockItemSyntax.self) == true ? enclosingType : nil }
  var isGlobal: Bool { parent?.parent?.parent?.is(SourceFileSyntax.self) == true }
}

extension SyntaxProtocol {
  /// The innermost type or extension around it, without outer types.
  var enclosingType: String? {
    for node in chain.dropFirst() {
      if let name = node.asProtocol((any NamedDeclSyntax).self), node.asProtocol((any DeclGroupSyntax).self) != nil {
        return name.name.text
      }
      if let extended = node.as(ExtensionDeclSyntax.self) { return Texts.lastName(Texts.type(extended.extendedType)) }
    }
    return nil
  }
}

extension MemberBlockSyntax {
  var initialisers: [[TypeIndex.Parameter]] {
    members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
      .filter { node in !node.modifiers.contains { ["private", "convenience"].contains($0.name.text) } }
      .map { node in
        node.signature.parameterClause.parameters.map { parameter in
          let label = parameter.firstName.text
          return TypeIndex.Parameter(
            label: label == "_" ? nil : label, name: (parameter.secondName ?? parameter.firstName).text,
            type: Texts.oneLine(parameter.type.trimmedDescription), hasDefault: parameter.defaultValue != nil)
        }
      }
  }

  /// The properties that a memberwise initialiser takes.
  var storedProperties: [TypeIndex.Parameter] {
    members.compactMap { $0.decl.as(VariableDeclSyntax.self) }.filter { !$0.isStatic && $0.attributes.isEmpty }.flatMap { node in
      node.bindings.compactMap { binding -> TypeIndex.Parameter? in
        let isLet = node.bindingSpecifier.tokenKind == .keyword(.let)
        guard binding.accessorBlock == nil, !(isLet && binding.initializer != nil),
          let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.bareText,
          let type = binding.typeAnnotation?.type
        else { return nil }
        let text = Texts.oneLine(type.trimmedDescription)
        return TypeIndex.Parameter(
          label: name, name: name, type: text, hasDefault: binding.initializer != nil || (!isLet && text.hasSuffix("?")))
      }
    }
  }
}
