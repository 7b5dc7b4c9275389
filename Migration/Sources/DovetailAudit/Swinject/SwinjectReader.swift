// SPDX-License-Identifier: Apache-2.0
internal import SwiftSyntax

/// Reads the registrations of a file, and the requests outside of them.
final class SwinjectReader: ResolveReader {
  private(set) var registrations: [Registration] = []
  /// Modifiers that stand apart from their registrations.
  private(set) var apart: [ApartModifier] = []
  /// Whether the file names Swinject, so that a function without a receiver may be the container's own.
  private let isAboutSwinject: Bool
  private let children: Set<String>

  init(_ file: SourceFile, _ index: TypeIndex) {
    isAboutSwinject = file.imports.contains { $0.hasPrefix("Swinject") }
    let finder = ChildFinder(viewMode: .sourceAccurate)
    finder.walk(file.tree)
    children = finder.names
    super.init(file, index)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    // The outermost call of a chain reads all of it.
    if node.parent?.is(MemberAccessExprSyntax.self) == true, node.parent?.parent?.is(FunctionCallExprSyntax.self) == true {
      return super.visit(node)
    }
    var calls = [node]
    while let inner = calls[calls.count - 1].receiver?.as(FunctionCallExprSyntax.self) { calls.append(inner) }
    for (place, call) in calls.enumerated() where isRegistration(call) {
      read(call, modifiers: calls[..<place].reversed())
      return .skipChildren
    }
    if isAboutSwinject, let modifier = ApartModifier(calls, in: file) {
      apart.append(modifier)
      gaps.append(
        NotUnderstood(modifier.place, modifier.reason, hides: modifier.name == "implements" ? .registrations : .details))
    }
    if isAboutSwinject, node.calledName == "forward" { readForward(node) }
    if isAboutSwinject, let argument = node.arguments.first(where: { $0.label?.text == "defaultObjectScope" }) {
      let reason =
        "a container has the default scope '\(argument.expression.trimmedDescription)': what says no scope may live longer"
      gaps.append(NotUnderstood(file.place(of: argument), reason, hides: .details))
    }
    return super.visit(node)
  }

  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    if isInAssembly(node) {
      gaps.append(
        NotUnderstood(file.place(of: node), "the macro '#\(node.macroName.text)' may register anything", hides: .registrations))
    }
    return .visitChildren
  }

  private func isInAssembly(_ node: some SyntaxProtocol) -> Bool {
    node.chain.contains { $0.as(FunctionDeclSyntax.self)?.name.text == "assemble" }
  }

  /// Whether a call registers a service: it is given a type and a factory. Tables and observers register types too, without a factory.
  private func isRegistration(_ call: FunctionCallExprSyntax) -> Bool {
    guard let name = call.calledName, name.hasPrefix("register") || name == "autoregister", let first = call.arguments.first,
      first.label == nil, isAboutSwinject || call.receiver?.words.last?.hasSuffix("container") == true
    else { return false }
    let labels = call.arguments.dropFirst().compactMap { $0.label?.text }
    if name == "autoregister" { return labels.contains("initializer") || call.trailingClosure != nil }
    let isType = Texts.metatype(first.expression) != nil
    if isType, name != "register", index.forwarders.contains(name) { return true }
    guard call.trailingClosure != nil || labels.contains("factory") else { return false }
    return isType || (name == "register" && labels.allSatisfy { ["name", "factory"].contains($0) })
  }

  // MARK: One registration

  private func read(_ call: FunctionCallExprSyntax, modifiers: [FunctionCallExprSyntax]) {
    guard let first = call.arguments.first, var registration = begin(call, first) else {
      // What such a registration asks for is still asked for.
      for argument in call.arguments { walk(argument) }
      if let closure = call.trailingClosure { walk(closure.statements) }
      return
    }
    for argument in call.arguments.dropFirst() where argument.label?.text == "name" {
      switch index.name(argument.expression) {
      case .none: break
      case .literal(let name): registration.service.name = name
      case .computed:
        let reason =
          "the name of '\(registration.product)' is computed: '\(Texts.oneLine(argument.expression.trimmedDescription))'"
        gaps.append(NotUnderstood(registration.place, reason, hides: .registrations, type: registration.product))
        return
      }
    }
    if call.calledName == "autoregister" { readInitialiser(call, &registration) } else { readFactory(call, &registration) }
    for modifier in modifiers { read(modifier, &registration) }
    if let name = call.calledName, !["register", "autoregister"].contains(name) {
      let reason = "'\(name)' is a function of the program: how the registration of '\(registration.product)' lives is not known"
      gaps.append(NotUnderstood(registration.place, reason, hides: .details))
      registration.scope = .hidden
      registration.obstacles.append("'\(name)' is a function of the program")
    }
    if registration.context.isInLoop { registration.obstacles.append("it is registered in a loop") }
    if !registration.context.arms.isEmpty { registration.obstacles.append("it is registered under a condition") }
    if registration.isInChild { registration.obstacles.append("it is registered in a child container") }
    registrations.append(registration)
  }

  private func begin(_ call: FunctionCallExprSyntax, _ first: LabeledExprSyntax) -> Registration? {
    let place = file.place(of: call.calledExpression.as(MemberAccessExprSyntax.self).map { Syntax($0.declName) } ?? Syntax(call))
    guard let type = Texts.metatype(first.expression) else {
      if call.isForwarded(index) { return nil }
      let reason = "the registered type is the value of '\(Texts.oneLine(first.expression.trimmedDescription))'"
      gaps.append(NotUnderstood(place, reason, hides: .registrations))
      return nil
    }
    if let generic = call.typeParameter(in: type, index) {
      if call.isForwarded(index) { return nil }
      gaps.append(NotUnderstood(place, "the registered type depends on '\(generic)'", hides: .registrations))
      return nil
    }
    let written = index.canonical(type.trimmedDescription)
    let receiver = call.receiver.map { Texts.oneLine($0.trimmedDescription) } ?? ""
    let types = call.enclosingTypes
    return Registration(
      service: Service(type: written), product: written, style: .swinject, home: types.first ?? file.name, file: file,
      place: place, enclosingTypes: types, receiver: receiver,
      isInChild: children.contains(receiver), result: call.result, context: call.context)
  }

  private func readFactory(_ call: FunctionCallExprSyntax, _ registration: inout Registration) {
    guard let closure = call.closure("factory") else {
      let text = call.arguments.dropFirst().first { $0.label?.text != "name" }?.expression.trimmedDescription ?? ""
      let reason = "the factory of '\(registration.product)' is '\(Texts.oneLine(text))': what it asks for is not known"
      gaps.append(NotUnderstood(registration.place, reason, hides: .requests))
      registration.obstacles.append("its factory is no closure")
      return
    }
    let parameters = closure.parameters ?? (0...max(closure.highestShorthand, 0)).map { Registration.Argument(name: "$\($0)") }
    registration.arguments = Array(parameters.dropFirst())
    registration.code = .closure(closure)
    registration.isOnMainActor = call.isOnMainActor
    let reader = ResolveReader(file, index, resolvers: parameters.first.map { [$0.name] } ?? [], isFactory: true)
    reader.walk(closure.statements)
    registration.requests = reader.requests.map(\.request)
    registration.constructs = reader.constructs
    gaps += reader.gaps
    if !reader.gaps.isEmpty { registration.obstacles.append("a request in its factory is not understood") }
    registration.leave(forRequests: registration.requests)
    if reader.isOpaque {
      let reason =
        "the factory of '\(registration.product)' hands its resolver on: what is asked for there is not known as its own"
      gaps.append(NotUnderstood(registration.place, reason, hides: .details))
    }
    if reader.isHandedOn { registration.obstacles.append("its factory hands its resolver on") }
  }

  private func readInitialiser(_ call: FunctionCallExprSyntax, _ registration: inout Registration) {
    for argument in call.arguments.dropFirst() {
      switch argument.label?.text {
      case "argument", "arguments", nil:
        let type = Texts.metatype(argument.expression).map { index.canonical($0.trimmedDescription) }
        registration.arguments.append(.init(name: "", type: type))
      default: break
      }
    }
    let initialiser = call.arguments.first { $0.label?.text == "initializer" }?.expression
    guard let access = initialiser?.as(MemberAccessExprSyntax.self), access.declName.baseName.text == "init",
      let base = access.base
    else {
      let reason = "the initialiser of '\(registration.product)' is no 'Type.init': what it takes is not known"
      gaps.append(NotUnderstood(registration.place, reason, hides: .requests))
      registration.obstacles.append("its initialiser is not known")
      return
    }
    let labels = access.declName.argumentNames?.arguments.map(\.name.text)
    let type = Texts.oneLine(base.trimmedDescription)
    registration.code = .initializer(type, labels: labels)
    registration.constructs = [Texts.lastName(type)]
    guard let parameters = index.parameters(of: type, labels: labels) else {
      let reason = "which initialiser '\(type).init' means is not known here"
      gaps.append(NotUnderstood(registration.place, reason, hides: .requests))
      registration.obstacles.append("the parameters of '\(type).init' are not known")
      return
    }
    var given = registration.arguments.compactMap(\.type)
    for parameter in parameters {
      let type = index.canonical(parameter.type)
      if let place = given.firstIndex(of: type) {
        given.remove(at: place)
      } else {
        let isOptional = type.hasSuffix("?")
        let service = Service(type: isOptional ? index.canonical(String(type.dropLast())) : type)
        registration.requests.append(
          Request(service: service, form: isOptional ? .optional : .plain, place: registration.place))
      }
    }
  }

  // MARK: Modifiers

  private func read(_ modifier: FunctionCallExprSyntax, _ registration: inout Registration) {
    switch modifier.calledName {
    case "inObjectScope": readScope(modifier, &registration)
    case "implements": registration.forwards += forwards(modifier, &registration)
    case "initCompleted":
      guard let closure = modifier.closure() else {
        registration.obstacles.append("its initCompleted is no closure")
        return
      }
      let names = closure.parameters?.first.map { Set([$0.name]) } ?? ["$0"]
      let reader = ResolveReader(file, index, resolvers: names, isFactory: true)
      reader.walk(closure.statements)
      registration.requests += reader.requests.map { request, _ in
        var request = request
        (request.isAfterwards, request.source) = (true, nil)
        return request
      }
      gaps += reader.gaps
      registration.obstacles.append("it has an initCompleted: see .require(\\.property), or Lazy for a cycle")
    default:
      let name = modifier.calledName ?? "a call"
      gaps.append(NotUnderstood(file.place(of: modifier), "'\(name)' behind a registration is not known", hides: .details))
      registration.obstacles.append("'\(name)' is not known")
    }
  }

  private func readScope(_ modifier: FunctionCallExprSyntax, _ registration: inout Registration) {
    guard let name = modifier.arguments.first?.expression.memberOfType else {
      let text = modifier.arguments.first.map { Texts.oneLine($0.expression.trimmedDescription) } ?? ""
      gaps.append(
        NotUnderstood(registration.place, "the scope of '\(registration.product)' is computed: '\(text)'", hides: .details))
      registration.scope = .hidden
      registration.obstacles.append("its scope is computed")
      return
    }
    switch name.lowercased() {
    case "container", "hierarchy": registration.scope = .singleton
    case "graph": registration.scope = .graph
    case "transient", "none": registration.scope = .transient
    case "weak": registration.scope = .weak
    default: registration.scope = .own(name)
    }
  }

  private func forwards(_ modifier: FunctionCallExprSyntax, _ registration: inout Registration) -> [Service] {
    var services: [Service] = []
    for argument in modifier.arguments {
      if argument.label?.text == "name" {
        switch index.name(argument.expression) {
        case .literal(let name): for place in services.indices { services[place].name = name }
        case .none: break
        case .computed:
          gaps.append(NotUnderstood(file.place(of: argument), "the name of an 'implements' is computed", hides: .registrations))
        }
      } else if let type = Texts.metatype(argument.expression) {
        services.append(Service(type: index.canonical(type.trimmedDescription)))
      } else {
        gaps.append(NotUnderstood(file.place(of: argument), "the type of an 'implements' cannot be read", hides: .registrations))
      }
    }
    return services
  }

  private func readForward(_ call: FunctionCallExprSyntax) {
    gaps.append(NotUnderstood(file.place(of: call), "'forward' names its registration by a value", hides: .registrations))
  }
}

/// Finds the names of containers with a parent.
private final class ChildFinder: SyntaxVisitor {
  var names: Set<String> = []

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if let call = node.initializer?.value.as(FunctionCallExprSyntax.self), call.calledName == "Container",
      call.arguments.contains(where: { $0.label?.text == "parent" })
    {
      names.insert(node.pattern.trimmedDescription)
    }
    return .visitChildren
  }
}
