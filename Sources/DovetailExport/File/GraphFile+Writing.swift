// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph

extension GraphFile {
  /// The file as text, which ends with a line break. Equal graphs give equal text, byte for byte.
  ///
  /// The article *The graph file* describes its shape. A module, a binding or a diagnostic takes one line.
  ///
  /// - Complexity: O(bindings + needs).
  public var json: String { tree.text(lines: 2) + "\n" }

  /// The content of the file.
  var tree: JSON {
    var names = RecordedNames()
    let wiring = Wiring(graph)
    let modules = graph.modules.map { names.json($0) }
    let kinds = graph.scopeKinds.map { names.json($0) }
    let bindings = graph.bindings.indices.map { names.json($0, in: wiring) }
    let roots = graph.roots.map { names.json($0, answeredBy: wiring.link($0, of: nil).bindings) }
    let cycles = graph.moduleCycles.map { JSON.array($0.map { names.json($0) }) }
    return JSON.members(
      ("format", .string(GraphFile.format)),
      ("version", .int(GraphFile.version)),
      ("isObserved", .when(graph.isObserved)),
      ("types", .object(names.shortForms.map { ($0, .string($1)) })),
      ("modules", .array(modules)),
      ("scopeKinds", .array(kinds)),
      ("bindings", .array(bindings)),
      ("roots", .array(roots)),
      ("observed", .array(graph.observed.map { .object([("from", .int($0.from)), ("to", .int($0.to))]) })),
      ("moduleCycles", .array(cycles)),
      ("timeline", graph.timeline.map(\.json)),
      ("findings", .array(report.diagnostics.map(\.json))))
  }
}

/// The names of types in a file.
///
/// Two types of one name, such as private ones of two files, differ by a number: `Garage.Radio` and `Garage.Radio#2`.
private struct RecordedNames {
  private var known: [TypeName: String] = [:]
  private var count: [String: Int] = [:]
  private var short: [String: String] = [:]

  /// The names with a different short form, with that form, sorted.
  var shortForms: [(String, String)] { short.sorted { $0.key < $1.key } }

  mutating func text(_ type: TypeName) -> String {
    if let name = known[type] { return name }
    let plain = type.qualified
    let number = count[plain, default: 0] + 1
    count[plain] = number
    let name = number == 1 ? plain : "\(plain)#\(number)"
    known[type] = name
    if !type.isDynamic, type.description != name { short[name] = type.description }
    return name
  }

  mutating func json(_ type: TypeName) -> JSON { .string(text(type)) }

  mutating func json(_ types: [TypeName]) -> JSON? { types.isEmpty ? nil : .array(types.map { json($0) }) }

  mutating func json(_ module: Graph.Module) -> JSON {
    .members(
      ("name", json(module.name)),
      ("location", module.location.json),
      ("includes", module.includes.isEmpty ? nil : .array(module.includes.map { .int($0) })),
      ("failure", module.failure.map { .string($0) }))
  }

  mutating func json(_ kind: Graph.ScopeKind) -> JSON {
    let inputs = kind.inputs.map { key in JSON.object(members(of: key)) }
    return .members(
      ("type", json(kind.type)),
      ("parent", kind.parent.map { json($0) }),
      ("inputs", inputs.isEmpty ? nil : .array(inputs)))
  }

  mutating func json(_ index: Int, in wiring: Wiring) -> JSON {
    let binding = wiring.graph.bindings[index]
    var members = members(of: binding.key)
    func add(_ name: String, _ value: JSON?) { if let value { members.append((name, value)) } }
    add("role", .string(binding.role.rawValue))
    add("scope", json(binding.scope))
    add("module", .int(binding.module))
    add("location", binding.location.json)
    add("arguments", json(binding.arguments))
    add("hasDefaults", .when(binding.hasDefaults))
    add("contribution", binding.contribution.map { .members(("key", $0.mapKey.map { .string($0) })) })
    add("override", .when(binding.isOverride))
    add("private", .when(binding.isPrivate))
    add("opaque", .when(binding.isOpaque))
    add("closes", .when(binding.closes))
    add("starts", .when(binding.starts))
    add("async", .when(binding.isAsync))
    add("live", .when(binding.isExternal))
    add("isolation", binding.isolation.map { .string($0) })
    add("staysOnActor", .when(binding.staysOnActor))
    add("layer", binding.layer == 0 ? nil : .int(binding.layer))
    add("level", binding.level == 0 ? nil : .int(binding.level))
    add("replacedBy", wiring.replacedBy[index].map { .int($0) })
    let needs = zip(binding.needs, wiring.links[index]).map { json($0, answeredBy: $1.bindings) }
    add("needs", needs.isEmpty ? nil : .array(needs))
    return .object(members)
  }

  mutating func json(_ need: Graph.Need, answeredBy answers: [Int]) -> JSON {
    var members = members(of: need.key)
    func add(_ name: String, _ value: JSON?) { if let value { members.append((name, value)) } }
    let wrappers = need.wrappers.map { wrapper in
      JSON.object(
        [("form", .string(wrapper.form.rawValue))] + self.members(of: wrapper.key)
          + (json(wrapper.arguments).map { [("arguments", $0)] } ?? []))
    }
    add("from", wrappers.isEmpty ? nil : .array(wrappers))
    switch need.source {
    case .bound: break
    case .argument(let index): add("argument", .int(index))
    case .resolver: add("source", .string("resolver"))
    case .inner: add("source", .string("inner"))
    }
    add("place", need.place == .parameter ? nil : .string(need.place.rawValue))
    add("allowsEmpty", .when(need.allowsEmpty))
    add("problem", need.problem.map { .string($0) })
    add("answeredBy", answers.isEmpty ? nil : .array(answers.map { .int($0) }))
    return .object(members)
  }

  private mutating func json(_ scope: Graph.Scope) -> JSON {
    switch scope {
    case .scoped(let kind): .object([("scoped", json(kind))])
    case .custom(let type): .object([("custom", json(type))])
    case .transient, .graph, .singleton, .weak: .string(scope.description)
    }
  }

  private mutating func members(of key: Graph.Key) -> [(String, JSON)] {
    [("type", json(key.type))] + (key.name.map { [("name", .string($0))] } ?? [])
  }
}

extension JSON {
  /// `true`, or `nil`.
  fileprivate static func when(_ condition: Bool) -> JSON? { condition ? .bool(true) : nil }

  /// A list of texts; nothing when it is empty.
  fileprivate static func texts(_ texts: [String]) -> JSON? { texts.isEmpty ? nil : .array(texts.map { .string($0) }) }
}

extension SourceLocation {
  /// The place; nothing when it is unknown.
  var json: JSON? {
    isKnown ? .object([("file", .string(file)), ("line", .int(line)), ("column", .int(column))]) : nil
  }
}

extension Timeline {
  fileprivate var json: JSON {
    .array(
      entries.map { entry in
        .members(
          ("key", .string(entry.key)),
          ("location", entry.location.json),
          ("began", .int(entry.began.nanoseconds)),
          ("duration", .int(entry.duration.nanoseconds)),
          ("outcome", .string(entry.outcome.rawValue)),
          ("waitedFor", entry.waitedFor.map { .int($0) }))
      })
  }
}

extension Duration {
  /// The whole nanoseconds; the largest number that can be written for an unrealistic duration.
  var nanoseconds: Int { Int(exactly: (self / .nanoseconds(1)).rounded(.towardZero)) ?? (self < .zero ? 0 : .max) }
}

extension Diagnostic {
  fileprivate var json: JSON {
    let steps = path.map { step in
      JSON.members(
        ("key", .string(step.key)), ("location", step.location.json), ("note", step.note.isEmpty ? nil : .string(step.note)))
    }
    return .members(
      ("id", .string(id.rawValue)),
      ("severity", .string(severity.rawValue)),
      ("message", .string(message)),
      ("location", location.json),
      ("path", steps.isEmpty ? nil : .array(steps)),
      ("notes", .texts(notes)),
      ("similar", .texts(similar)),
      ("help", help.map { .string($0) }))
  }
}
