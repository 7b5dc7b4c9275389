// SPDX-License-Identifier: Apache-2.0
internal import SwiftSyntax

extension Facts {
  /// Reads the Swift files at a path.
  ///
  /// - Parameters:
  ///   - path: A folder or a file.
  ///   - style: The container to look for; `nil` for those that the files import.
  ///   - tests: Whether tests are read too.
  init(at path: String, style: Style? = nil, tests: Bool = false) throws(Refusal) {
    var tree = try SourceTree(at: path, tests: tests)
    testCount = tree.testCount
    for path in tree.paths {
      guard let text = tree.text(of: path) else { continue }
      let file = SourceFile(path: path, text: text)
      if file.isWritten { continue }
      if file.isTest, !tests { testCount += 1 } else { files.append(file) }
    }
    gaps = tree.gaps
    guard !files.isEmpty else {
      let beside = testCount > 0 ? " but tests; read them too with --tests" : ""
      throw Refusal("nothing to read at '\(path)': there are no Swift files\(beside)", exitCode: 66)
    }
    try read(style, at: path)
  }

  /// Reads files that are parsed already.
  init(_ files: [SourceFile], style: Style? = nil) throws(Refusal) {
    self.files = files
    try read(style, at: "")
  }

  private mutating func read(_ style: Style?, at path: String) throws(Refusal) {
    // One reader, because a copy of the index for each file would be one of all that was read before.
    let reader = IndexReader()
    for file in files {
      if let place = file.firstError {
        gaps.append(NotUnderstood(place, "the file is no valid Swift here", hides: .registrations))
      }
      reader.read(file)
    }
    index = reader.index
    styles = style.map { [$0] } ?? Style.allCases.filter { style in files.contains { style.isImported(by: $0) } }
    guard !styles.isEmpty else {
      throw Refusal(
        "no file at '\(path)' imports Swinject or Factory; say which one it uses with --from swinject or --from factory",
        exitCode: 66)
    }
    if styles.contains(.swinject) { readSwinject() }
    if styles.contains(.factory) { readFactory() }
    gaps.sort { ($0.place, $0.reason) < ($1.place, $1.reason) }
  }

  private mutating func readSwinject() {
    var apart: [ApartModifier] = []
    for file in files {
      let reader = SwinjectReader(file, index)
      reader.walk(file.tree)
      let wrapped = WrapperReader(file, index)
      wrapped.walk(file.tree)
      registrations += reader.registrations
      outside += reader.requests.map { request, node in
        OutsideRequest(request: request, type: node.enclosingType, isConstruction: node.isConstruction, file: file)
      }
      outside += wrapped.requests
      gaps += reader.gaps + wrapped.gaps
      apart += reader.apart
    }
    registrations.leave(for: apart)
  }

  private mutating func readFactory() {
    var properties = FactoryProperties(index)
    var found: [Registration] = []
    var scopes: [String: Registration.Scope] = [:]
    for file in files {
      let reader = FactoryReader(file, index, properties)
      reader.walk(file.tree)
      for registration in reader.registrations { properties.add(registration.service.name ?? "", of: registration.service.type) }
      found += reader.registrations
      for (container, names) in reader.members { properties.add(members: names, of: container) }
      gaps += reader.gaps
      scopes.merge(reader.defaultScopes) { $0 == $1 ? $0 : .hidden }
    }
    let known = Dictionary(grouping: found, by: { $0.file.path })
    var replacements: [Registration] = []
    for file in files {
      var declared = known[file.path] ?? []
      readUses(in: file, properties, &declared, &replacements)
      registrations += declared
    }
    // The scope that a container gives to factories which say none.
    for place in registrations.indices where registrations[place].style == .factory && registrations[place].scope == .unsaid {
      if let scope = scopes[registrations[place].service.type] { registrations[place].scope = scope }
    }
    // A promise that some code keeps is no gap.
    let kept = Set(replacements.map(\.service))
    for place in registrations.indices where kept.contains(registrations[place].service) && registrations[place].style == .factory
    {
      registrations[place].isPromise = false
    }
    registrations += replacements
  }

  /// The uses of factories in a file: in factories, or outside.
  private mutating func readUses(
    in file: SourceFile, _ properties: FactoryProperties, _ declared: inout [Registration], _ replacements: inout [Registration]
  ) {
    let finder = ContainerValues(properties.containers)
    finder.walk(file.tree)
    let values = finder.names
    for item in UseUnits.all(of: file, properties.containers) {
      let reader = FactoryUseReader(file, properties, in: item.container, values: values)
      for node in item.nodes { reader.walk(node) }
      gaps += reader.gaps
      mentions.merge(reader.mentions) { first, _ in first }
      for (request, node) in reader.requests {
        let offset = node.positionAfterSkippingLeadingTrivia.utf8Offset
        guard let place = declared.firstIndex(where: { $0.range.contains(offset) }) else {
          let type = node.enclosingType.flatMap { properties.containers.contains($0) ? nil : $0 }
          outside.append(
            OutsideRequest(
              request: request, type: type, isConstruction: node.isConstruction || node.is(AttributeSyntax.self), file: file))
          continue
        }
        // What the factory itself asks for is read below; this is in a modifier.
        guard case .closure(let closure) = declared[place].code, !file.range(of: closure).contains(offset) else { continue }
        var later = request
        (later.form, later.source) = (.provider, nil)
        declared[place].requests.append(later)
      }
      for (service, closure) in reader.replaced {
        var replacement = Registration(
          service: service, product: "", style: .factory, home: file.name, file: file, place: file.place(of: closure),
          context: closure.context)
        replacement.code = .closure(closure)
        replacement.obstacles = ["it replaces a factory"]
        read(closure, of: &replacement, file, properties, values)
        replacements.append(replacement)
      }
    }
    for place in declared.indices {
      if case .closure(let closure) = declared[place].code { read(closure, of: &declared[place], file, properties, values) }
    }
  }

  private func read(
    _ closure: ClosureExprSyntax, of registration: inout Registration, _ file: SourceFile, _ properties: FactoryProperties,
    _ values: [String: String]
  ) {
    let reader = FactoryUseReader(file, properties, in: registration.service.type, values: values, isFactory: true)
    reader.walk(closure.statements)
    registration.requests += reader.requests.map(\.request)
    registration.constructs = reader.constructs
    registration.leave(forRequests: reader.requests.map(\.request))
    if !reader.gaps.isEmpty { registration.obstacles.append("a request in its factory is not understood") }
    if let name = reader.usedContainer { registration.obstacles.append("its factory uses the container '\(name)' itself") }
  }
}

extension Style {
  func isImported(by file: SourceFile) -> Bool {
    switch self {
    case .swinject: file.imports.contains { ["Swinject", "SwinjectAutoregistration"].contains($0) }
    case .factory: file.imports.contains { ["Factory", "FactoryKit"].contains($0) }
    }
  }
}

/// The pieces of a file by the container whose code they are: in its extensions, a name alone may be a factory.
private enum UseUnits {
  static func all(of file: SourceFile, _ containers: Set<String>) -> [(container: String?, nodes: [Syntax])] {
    var outside: [Syntax] = []
    var units: [(container: String?, nodes: [Syntax])] = []
    for item in file.tree.statements {
      let node = Syntax(item.item)
      let name =
        node.as(ExtensionDeclSyntax.self).map { Texts.lastName(Texts.type($0.extendedType)) }
        ?? node.as(ClassDeclSyntax.self)?.name.text
      if let name, containers.contains(name) { units.append((name, [node])) } else { outside.append(node) }
    }
    return units + [(nil, outside)]
  }
}
