// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph

/// Writes the modules of what an audit understood, and the bridge between both containers.
struct ModuleWriter {
  /// A registration that is not written, and why.
  struct Left {
    var key: String
    var place: Place
    var reason: String
  }

  struct Module {
    var name: String
    var home: String
    var files: [SourceFile] = []
    var lines: [String] = []
  }

  let foreign: ForeignGraph
  private(set) var modules: [Module] = []
  private(set) var left: [Left] = []
  /// The entries that are written, in order.
  private(set) var written: [Int] = []

  init(_ foreign: ForeignGraph) {
    self.foreign = foreign
    let texts = foreign.entries.indices.map { BindText(foreign, $0) }
    var obstacles = texts.map(\.obstacle)
    spread(&obstacles)
    for index in foreign.entries.indices {
      let module = module(of: index)
      let place = foreign.entries[index].place
      guard let obstacle = obstacles[index] else {
        written.append(index)
        modules[module].lines += texts[index].lines
        continue
      }
      let key = foreign.entries[index].key.description
      left.append(Left(key: key, place: place, reason: obstacle))
      modules[module].lines.append("// left: \(key) (\(place)): \(obstacle)".onPlainLine)
    }
    for gap in foreign.facts.gaps where gap.hides == .registrations {
      left.append(Left(key: gap.type ?? "a registration", place: gap.place, reason: gap.reason))
      if let module = modules.firstIndex(where: { $0.files.contains { $0.path == gap.place.file } }) {
        modules[module].lines.append("// left: (\(gap.place)): \(gap.reason)".onPlainLine)
      }
    }
    left.sort { $0.place < $1.place }
  }

  /// What needs something that is left or not understood is left too: the new container never asks the old one.
  private func spread(_ obstacles: inout [String?]) {
    let hidden = Set(foreign.facts.gaps.filter { $0.hides == .registrations }.compactMap(\.type))
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for (index, entry) in foreign.entries.enumerated() where obstacles[index] == nil {
        let needs = entry.requests.lazy.filter { $0.request.source != nil || entry.forwardsTo != nil || self.isAutomatic(index) }
        let missing = needs.compactMap(\.answer).first { obstacles[$0] != nil }
        let unread = needs.first { $0.answer == nil && hidden.contains($0.request.service.type) }
        if let missing {
          obstacles[index] = "it needs '\(foreign.entries[missing].key)', which is left"
        } else if let unread {
          obstacles[index] = "it needs '\(foreign.missingKey(unread.request))', whose registration is not understood"
        }
        hasChanged = hasChanged || obstacles[index] != nil
      }
    }
  }

  private func isAutomatic(_ entry: Int) -> Bool {
    if case .initializer = foreign.registration(of: entry).code { true } else { false }
  }

  private mutating func module(of entry: Int) -> Int {
    let registration = foreign.registration(of: entry)
    let place = modules.firstIndex { $0.home == registration.home } ?? modules.count
    if place == modules.count { modules.append(Module(name: name(registration.home), home: registration.home)) }
    if !modules[place].files.contains(where: { $0.path == registration.file.path }) {
      modules[place].files.append(registration.file)
    }
    return place
  }

  /// `ParcelModule` for `ParcelAssembly`, `ContainerParcelsModule` for the file `Container+Parcels`.
  private func name(_ home: String) -> String {
    var name = home.hasSuffix("Assembly") ? String(home.dropLast("Assembly".count)) : home
    name = name.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    if name.first?.isLetter != true { name = "Moved" + name }
    if !name.hasSuffix("Module") { name += "Module" }
    let taken = Set(modules.map(\.name))
    while taken.contains(name) || foreign.facts.index.types[name] != nil { name = "Moved" + name }
    return name
  }

  // MARK: Files

  /// The files by their names, sorted.
  func files() -> [(name: String, text: String)] {
    var files = modules.map { ("\($0.name).swift", text(of: $0)) }
    let list = modules.map { "    Include(\($0.name)())" }
    files.append(
      (
        "MovedModules.swift",
        text(imports: [], ["struct MovedModules: Module {", "  var bindings: Bindings {"] + list + ["  }", "}"])
      ))
    let kinds = Set(
      written.compactMap { entry in if case .scoped(let kind) = foreign.entries[entry].scope { kind.description } else { nil } })
    if !kinds.isEmpty {
      let comment = "// A scope of this kind has to be open where its values are asked for: container.withScope, or openScope."
      files.append(("MovedScopes.swift", text(imports: [], [comment] + kinds.sorted().map { "enum \($0): ScopeKind {}" })))
    }
    for style in foreign.facts.styles {
      let bridge = BridgeText(self, style)
      files.append(
        (style == .swinject ? "SwinjectBridge.swift" : "FactoryBridge.swift", text(imports: bridge.imports, bridge.lines)))
    }
    return files.sorted { $0.0 < $1.0 }
  }

  private func text(of module: Module) -> String {
    let lines = module.lines.map { $0.isEmpty ? "" : "    " + $0 }
    return text(
      imports: Self.imports(of: module.files),
      ["struct \(module.name): Module {", "  var bindings: Bindings {"] + lines + ["  }", "}"],
      from: module.files.map(\.path).joined(separator: ", "))
  }

  private func text(imports: [String], _ lines: [String], from source: String? = nil) -> String {
    let mark = SourceFile.mark + (source.map { " from \($0)" } ?? "") + "."
    // What is imported under a condition comes last.
    let plain = (["import Dovetail"] + imports.filter { !$0.hasPrefix("#") }).sorted { $0.dropFirst(7) < $1.dropFirst(7) }
    let all = plain + imports.filter { $0.hasPrefix("#") }
    return ([mark.onPlainLine] + all + [""] + lines).joined(separator: "\n") + "\n"
  }

  /// What the sources import, without the other container.
  static func imports(of files: [SourceFile]) -> [String] {
    let foreign: Set<String> = [
      "Swinject", "SwinjectAutoregistration", "SwinjectStoryboard", "Factory", "FactoryKit", "Dovetail",
    ]
    return Set(files.flatMap(\.imports)).subtracting(foreign).sorted().map { name in
      let conditions = files.filter { $0.imports.contains(name) }.map { $0.conditions[name] }
      let condition = conditions.dropFirst().reduce(conditions[0], SourceFile.either)
      return condition.map { "#if \($0)\n  import \(name)\n#endif" } ?? "import \(name)"
    }
  }
}
