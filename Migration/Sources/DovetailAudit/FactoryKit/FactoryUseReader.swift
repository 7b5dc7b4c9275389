// SPDX-License-Identifier: Apache-2.0
internal import SwiftSyntax

/// Reads the uses of factories in a piece of code: calls, key paths, property wrappers, and registrations that replace a factory.
final class FactoryUseReader: SyntaxVisitor {
  private static let wrappers: [String: Request.Form] = [
    "Injected": .plain, "InjectedObject": .plain, "InjectedObservable": .plain, "InjectedType": .optional, "LazyInjected": .lazy,
    "WeakLazyInjected": .lazy, "DynamicInjected": .provider,
  ]

  private let file: SourceFile
  private let properties: FactoryProperties
  /// The container whose code it is; `nil` outside of containers.
  private let container: String?
  private(set) var requests: [(request: Request, node: Syntax)] = []
  private(set) var gaps: [NotUnderstood] = []
  private(set) var constructs: Set<String> = []
  /// A container that the code uses besides asking for its factories.
  private(set) var usedContainer: String?
  /// Factories that are given another closure.
  private(set) var replaced: [(service: Service, closure: ClosureExprSyntax)] = []
  /// Members of values of unknown type whose names some factory has.
  private(set) var mentions: [String: Place] = [:]
  /// Names of values that are containers.
  private let values: [String: String]
  private var later = 0
  private let isFactory: Bool
  /// The values that the factory itself has declared so far.
  private var locals: Set<String> = []

  init(
    _ file: SourceFile, _ properties: FactoryProperties, in container: String?, values: [String: String], isFactory: Bool = false
  ) {
    (self.file, self.properties, self.container, self.isFactory) = (file, properties, container, isFactory)
    self.values = values
    super.init(viewMode: .sourceAccurate)
  }

  // MARK: Property wrappers and key paths

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    let name = Texts.lastName(node.attributeName.trimmedDescription)
    guard let form = Self.wrappers[name], let argument = node.arguments?.as(LabeledExprListSyntax.self)?.first else {
      return .skipChildren
    }
    if let path = argument.expression.as(KeyPathExprSyntax.self) {
      add(path, form, at: Syntax(node))
    } else if let access = argument.expression.as(MemberAccessExprSyntax.self), let service = service(access) {
      add(service, form, at: Syntax(node))
    } else {
      let text = Texts.oneLine(argument.expression.trimmedDescription)
      gaps.append(NotUnderstood(file.place(of: node), "'@\(name)' takes '\(text)'", hides: .requests))
    }
    return .skipChildren
  }

  override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind {
    if let root = node.root, properties.containers.contains(Texts.type(root)) {
      let call = node.parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
      add(node, call?.calledName == "resolve" && later == 0 ? .plain : .provider, at: Syntax(node))
    }
    return .visitChildren
  }

  private func add(_ path: KeyPathExprSyntax, _ form: Request.Form, at node: Syntax) {
    let names = path.components.compactMap { $0.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.bareText }
    guard names.count == path.components.count, let name = names.first else {
      let text = Texts.oneLine(path.trimmedDescription)
      return gaps.append(NotUnderstood(file.place(of: node), "the key path '\(text)' cannot be read", hides: .requests))
    }
    let owner = path.root.map { Texts.type($0) } ?? "Container"
    guard let service = properties.service(name, of: owner) else { return addGap(name, of: owner, at: node) }
    add(service, form, at: node)
  }

  private func addGap(_ name: String, of owner: String, at node: Syntax) {
    let reason = "the factory '\(name)' of '\(owner)' is declared outside of what was read, or not as one"
    gaps.append(NotUnderstood(file.place(of: node), reason, hides: .requests))
  }

  private func add(_ service: Service, _ form: Request.Form, at node: Syntax, call: FunctionCallExprSyntax? = nil) {
    var request = Request(service: service, form: later > 0 ? .provider : form, place: file.place(of: node))
    request.argumentCount = call?.arguments.count ?? 0
    let range = file.range(of: call.map { Syntax($0) } ?? node)
    request.isRepeated = isFactory && later == 0 && node.isRepeated
    let isOnce = later == 0 && !request.isRepeated
    request.source = isOnce && call != nil && request.argumentCount == 0 && call?.trailingClosure == nil ? range : nil
    requests.append((request, node))
  }

  // MARK: Calls

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if isFactory, later == 0, let type = node.constructedType { constructs.insert(type) }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    guard let service = service(node) else {
      let name = node.declName.baseName.bareText
      if node.base != nil, properties.isKnown(name), mentions[name] == nil { mentions[name] = file.place(of: node.declName) }
      if let owner = sharedContainer(node), properties.isForeign(name, of: owner) { addGap(name, of: owner, at: Syntax(node)) }
      return .visitChildren
    }
    use(service, Syntax(node))
    return .skipChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.baseName.bareText
    guard node.parent?.is(MemberAccessExprSyntax.self) != true || node.isBase else { return .skipChildren }
    // A name alone is a factory in code of its container only, unless the factory declares it.
    if locals.contains(name) { return .skipChildren }
    if let service = container.flatMap({ properties.service(name, of: $0) }) {
      use(service, Syntax(node))
    } else if properties.containers.contains(name) || values[name] != nil {
      usedContainer = usedContainer ?? name
    }
    return .skipChildren
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    // In its own first value, a name still means what it meant before.
    let mayHaveValue: [any SyntaxProtocol.Type] = [PatternBindingSyntax.self, OptionalBindingConditionSyntax.self]
    if !mayHaveValue.contains(where: { node.parent?.is($0) == true }) { declare(PatternSyntax(node)) }
    return .skipChildren
  }

  override func visitPost(_ node: PatternBindingSyntax) { declare(node.pattern) }

  override func visitPost(_ node: OptionalBindingConditionSyntax) { declare(node.pattern) }

  private func declare(_ pattern: PatternSyntax) {
    if isFactory, let name = pattern.as(IdentifierPatternSyntax.self) { locals.insert(name.identifier.bareText) }
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    if properties.containers.contains(node.name.text) { usedContainer = usedContainer ?? node.name.text }
    return .visitChildren
  }

  /// What is done with a factory: called, resolved, replaced, or handed on.
  private func use(_ service: Service, _ node: Syntax) {
    if let call = node.parent?.as(FunctionCallExprSyntax.self), call.calledExpression.id == node.id {
      return add(service, .plain, at: node, call: call)
    }
    guard let access = node.parent?.as(MemberAccessExprSyntax.self), access.base?.id == node.id else {
      return add(service, .provider, at: node)
    }
    let call = access.parent?.as(FunctionCallExprSyntax.self)
    switch access.declName.baseName.bareText {
    case "resolve", "callAsFunction", "resolveOnMainActor": add(service, .plain, at: node, call: call)
    case "register", "preview":
      if let closure = call?.closure("factory") {
        replaced.append((service, closure))
      } else {
        gaps.append(
          NotUnderstood(file.place(of: node), "'\(service.name ?? "")' is given a factory that cannot be read", hides: .requests))
      }
    default: break
    }
  }

  /// The service behind `Container.shared.api`, `self.api`, `container.api`, and `Container.api` of Factory 1.
  private func service(_ node: MemberAccessExprSyntax) -> Service? {
    guard let base = node.base else { return nil }
    let name = node.declName.baseName.bareText
    if base.as(DeclReferenceExprSyntax.self)?.baseName.bareText == "self" {
      return container.flatMap { properties.service(name, of: $0) }
    }
    if let reference = base.as(DeclReferenceExprSyntax.self) {
      let text = reference.baseName.bareText
      if let owner = properties.containers.contains(text) ? text : values[text] { return properties.service(name, of: owner) }
      return text.lowercased().hasSuffix("container") ? properties.service(name) : nil
    }
    guard let access = base.as(MemberAccessExprSyntax.self), let root = access.base else { return nil }
    let owner =
      root.as(DeclReferenceExprSyntax.self)?.baseName.text ?? root.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? ""
    if properties.containers.contains(owner) { return properties.service(name, of: owner) }
    return access.declName.baseName.bareText.lowercased().hasSuffix("container") ? properties.service(name) : nil
  }

  /// The container that a member is read of, where it is surely one of Factory: `Container.shared`, a value of such a type, or
  /// `Container` of Factory 1.
  private func sharedContainer(_ node: MemberAccessExprSyntax) -> String? {
    if file.imports.contains("Swinject") { return nil }
    if let reference = node.base?.as(DeclReferenceExprSyntax.self) {
      let text = reference.baseName.bareText
      return properties.containers.contains(text) ? text : values[text]
    }
    guard let access = node.base?.as(MemberAccessExprSyntax.self), access.declName.baseName.text == "shared" else { return nil }
    let owner =
      access.base?.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? access.base?.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? ""
    return properties.containers.contains(owner) ? owner : nil
  }

  // MARK: Code that runs later

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    if isReplacement(node) { return .skipChildren }
    if !node.isImmediate { later += 1 }
    return .visitChildren
  }

  override func visitPost(_ node: ClosureExprSyntax) {
    if !node.isImmediate, !isReplacement(node) { later -= 1 }
  }

  private func isReplacement(_ node: ClosureExprSyntax) -> Bool { replaced.contains { $0.closure.id == node.id } }
}

/// Finds the names of values that are containers: `let parts = PartsContainer.shared`, `func fill(_ parts: PartsContainer)`.
final class ContainerValues: SyntaxVisitor {
  private let containers: Set<String>
  private var found: [String: Set<String>] = [:]

  init(_ containers: Set<String>) {
    self.containers = containers
    super.init(viewMode: .sourceAccurate)
  }

  /// The names that mean one container in a file.
  var names: [String: String] { found.compactMapValues { $0.count == 1 ? $0.first : nil } }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    let initial = node.initializer?.value
    // Longer ones are no name of a container.
    let value = initial.map { $0.totalLength.utf8Length < 200 ? $0.trimmedDescription : "" } ?? ""
    let type = node.typeAnnotation.map { Texts.type($0.type) } ?? ""
    let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.bareText ?? ""
    for container in containers where type == container || value == container + ".shared" || value == container + "()" {
      found[name, default: []].insert(container)
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    let type = Texts.type(node.type)
    if containers.contains(type) { found[(node.secondName ?? node.firstName).bareText, default: []].insert(type) }
    return .visitChildren
  }
}

extension DeclReferenceExprSyntax {
  /// Whether it is what a member is read of, and not the name of the member.
  fileprivate var isBase: Bool { parent?.as(MemberAccessExprSyntax.self)?.base?.id == id }
}
