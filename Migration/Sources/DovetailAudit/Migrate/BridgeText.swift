// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph

/// The code by which the old container asks the new one for what has moved.
struct BridgeText {
  private(set) var imports: [String] = []
  private(set) var lines: [String] = []
  private let foreign: ForeignGraph

  init(_ writer: ModuleWriter, _ style: Style) {
    foreign = writer.foreign
    let entries = writer.written.filter { foreign.registration(of: $0).style == style }
    imports = ModuleWriter.imports(of: entries.map { foreign.registration(of: $0).file })
    if style == .swinject { writeSwinject(entries) } else { writeFactory(entries) }
    lines += [
      "", "/// A factory of the other container cannot throw.",
      "private func answer<Value>(_ make: () throws -> Value) -> Value {",
      "  do { return try make() } catch { fatalError(\"\\(error)\") }", "}",
    ]
  }

  private mutating func writeSwinject(_ entries: [Int]) {
    imports.append("import Swinject")
    lines = [
      "extension Swinject.Container {",
      "  /// Lets this container ask Dovetail's for what has moved: call it in the place of the registrations that you remove.",
      "  func registerMoved(from moved: Dovetail.Container) {",
    ]
    for entry in entries {
      let line = "    " + (scoped(entry) ?? registration(entry))
      // Of two registrations for one key, both ask for the same.
      if !lines.contains(line) { lines.append(line) }
    }
    lines += ["  }", "}"]
  }

  private func registration(_ entry: Int) -> String {
    let found = foreign.entries[entry]
    let types = foreign.registration(of: entry).arguments.compactMap { $0.type.map(foreign.facts.index.spelled) }
    let service =
      found.forwardsTo == nil
      ? foreign.registration(of: entry).service : Service(type: found.key.type.description, name: found.key.name)
    let name = service.name.map { ", name: \(Texts.literal($0))" } ?? ""
    let isPlain = types.isEmpty || found.forwardsTo != nil
    let parameters =
      isPlain
      ? "_ in"
      : "(" + (["_: any Swinject.Resolver"] + types.enumerated().map { "argument\($0): \($1)" }).joined(separator: ", ") + ") in"
    // Without it, Swinject would share the instance within one of its own requests.
    let scope = foreign.registration(of: entry).scope == .transient ? ".inObjectScope(.transient)" : ""
    return "register(\(BindText.metatype(foreign.facts.index.spelled(service.type)))\(name)) { \(parameters) "
      + "\(request(entry, isPlain ? [] : types.indices.map { "argument\($0)" })) }\(scope)"
  }

  private mutating func writeFactory(_ entries: [Int]) {
    let module = foreign.facts.files.contains { $0.imports.contains("FactoryKit") } ? "FactoryKit" : "Factory"
    imports.append("import \(module)")
    // Both modules have a Container; and the module Factory has a type of its own name.
    imports.append("import class \(module).Container")
    let owners = Dictionary(grouping: entries, by: { foreign.registration(of: $0).service.type }).sorted { $0.key < $1.key }
    let ofAll = owners.first { $0.key == "SharedContainer" }?.value ?? []
    for (owner, own) in owners {
      // The function of a container takes the place of the one that all have.
      let entries = owner == "SharedContainer" ? own : ofAll + own
      let isOnMainActor = entries.contains { foreign.registration(of: $0).isOnMainActor }
      lines += lines.isEmpty ? [] : [""]
      lines += [
        "extension \(owner) {",
        "  /// Lets the factories of this container ask Dovetail's for what has moved: call it when the program starts.",
        "  \(isOnMainActor ? "@MainActor " : "")func registerMoved(from moved: Dovetail.Container) {",
      ]
      for entry in entries {
        let registration = foreign.registration(of: entry)
        let property = (registration.isStatic ? "Self." : "") + Texts.name(registration.service.name ?? "")
        let parameters = registration.arguments.isEmpty ? "" : " argument in"
        let body = request(entry, registration.arguments.isEmpty ? [] : ["argument"])
        lines.append("    " + (scoped(entry) ?? "\(property).register {\(parameters) \(body) }"))
      }
      lines += ["  }", "}"]
    }
  }

  private func request(_ entry: Int, _ arguments: [String]) -> String {
    let key = foreign.entries[entry].key
    let type = BindText.metatype(foreign.facts.index.spelled(key.type.description))
    let name = key.name.map { ", named: \(Texts.literal($0))" } ?? ""
    let list = arguments.isEmpty ? "" : ", arguments: " + arguments.joined(separator: ", ")
    return "answer { try moved.resolve(\(type)\(name)\(list)) }"
  }

  /// What lives in a scope is not the container's to hand out, and neither is what takes it.
  private func scoped(_ entry: Int) -> String? {
    var (work, seen) = ([entry], Set([entry]))
    while let next = work.popLast() {
      if case .scoped(let kind) = foreign.entries[next].scope {
        return "// left: \(foreign.entries[entry].key) is made in a \(kind): ask the open scope".onPlainLine
      }
      work += foreign.entries[next].requests.compactMap(\.answer).filter { seen.insert($0).inserted }
    }
    return nil
  }
}
