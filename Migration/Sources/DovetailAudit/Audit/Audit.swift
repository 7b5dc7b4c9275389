// SPDX-License-Identifier: Apache-2.0
internal import DovetailChecks
internal import DovetailExport
internal import DovetailGraph

/// What the checks of Dovetail find in a program that uses another container.
struct Audit {
  /// How sure a finding is.
  enum Confidence: Equatable {
    case certain
    /// The reason why it may be none.
    case likely(String)

    var text: String {
      switch self {
      case .certain: "confidence: certain"
      case .likely(let reason): "confidence: likely; \(reason)"
      }
    }
  }

  let foreign: ForeignGraph
  let graph: Graph
  /// The findings, with their confidence as a note; one that is only likely is a warning.
  let report: Report

  /// The checks that fit: the others are about what other containers do not have.
  private static let fitting: Set<Diagnostic.ID> = [
    .missingBinding, .duplicateBinding, .dependencyCycle, .captiveDependency, .wrongArguments, .unusedBinding,
  ]

  init(_ facts: Facts) {
    foreign = ForeignGraph(facts)
    graph = foreign.graph()
    let wiring = Wiring(graph)
    let found = GraphCheck.run(on: wiring).diagnostics.filter { Self.fitting.contains($0.id) }
    let judge = Judge(foreign, wiring)
    report = Report(found.compactMap(judge.judged) + judge.mismatches())
  }

  var facts: Facts { foreign.facts }

  /// The findings and what was not understood, for other programs: each place is a finding of its own.
  var whole: Report {
    Report(
      report.diagnostics
        + facts.gaps.map { Diagnostic(Diagnostic.ID(rawValue: "not-understood"), .warning, $0.reason, at: $0.place) })
  }
}

extension Audit {
  /// The findings for a graph file, whose readers check the graph again: a finding that has moved to its request would be there twice.
  var recorded: Report {
    Report(
      whole.diagnostics.map { finding in
        guard finding.id == .missingBinding, let requester = finding.path.dropLast().last else { return finding }
        var finding = finding
        finding.notes.insert("resolved at \(finding.location)", at: 0)
        finding.location = requester.location
        return finding
      })
  }
}

/// Puts findings into the words of the other container, and says how sure they are.
private struct Judge {
  let foreign: ForeignGraph
  let graph: Graph
  private let duplicates: [Place: [Int]]
  private let missing: [String: [Request]]
  private let bindings: [Place: [Int]]

  init(_ foreign: ForeignGraph, _ wiring: Wiring) {
    self.foreign = foreign
    graph = wiring.graph
    bindings = Dictionary(grouping: graph.bindings.indices, by: { [graph] in graph.bindings[$0].location })
    var missing: [String: [Request]] = [:]
    for requests in foreign.entries.map(\.requests) + foreign.units.map(\.requests) {
      for (request, answer) in requests where answer == nil {
        missing["nothing is bound for \(Judge.quoted(foreign.missingKey(request)))", default: []].append(request)
      }
    }
    self.missing = missing
    var groups: [Graph.Key: [Int]] = [:]
    for index in foreign.entries.indices { groups[foreign.entries[index].key, default: []].append(index) }
    duplicates = Dictionary(
      groups.values.filter { $0.count > 1 }.map { (foreign.entries[$0[1]].place, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private static func quoted(_ key: Graph.Key) -> String {
    "'\(key.type)'" + (key.name.map { " named \(quoted($0))" } ?? "")
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
  }

  func judged(_ finding: Diagnostic) -> Diagnostic? {
    var finding = finding
    var confidence = Audit.Confidence.certain
    switch finding.id {
    case .missingBinding:
      guard let requests = missing[finding.message], let first = requests.min(by: { $0.place < $1.place }) else { return nil }
      finding.location = first.place
      finding.notes = places(of: requests) + finding.notes
      confidence = confidenceOfGap(requests)
      finding.help = help(missing: foreign.missingKey(first))
    case .duplicateBinding:
      guard let group = duplicates[finding.location] else { return nil }
      confidence = confidenceOfDuplicate(group)
      finding.help = words("the one that is registered last answers: remove the other, or tell them apart with name:", "")
    case .dependencyCycle:
      confidence = confidenceOfPath(finding)
      finding.help = words(
        "set one of them in initCompleted, or take a Lazy or a Provider of it",
        "take one of them with @LazyInjected, or call it later")
    case .captiveDependency:
      confidence = confidenceOfPath(finding)
      finding.help = words(
        "give both the same scope, or take a Provider, which asks each time",
        "give both the same scope, or take it with @DynamicInjected")
    case .wrongArguments:
      finding.help = words("remove the scope, so that every call makes its own", "remove the scope, or say .scopeOnParameters")
    case .unusedBinding:
      confidence = confidenceOfUnused(finding)
      finding.help = words("remove the registration, or resolve it", "remove the property, or use it")
    default: break
    }
    return with(confidence, finding)
  }

  private func with(_ confidence: Audit.Confidence, _ finding: Diagnostic) -> Diagnostic {
    var finding = finding
    if confidence != .certain { finding.severity = .warning }
    finding.notes.append(confidence.text)
    return finding
  }

  /// Requests with another number of arguments than any registration of the type takes: Swinject finds none then.
  func mismatches() -> [Diagnostic] {
    foreign.mismatches.map { request, entry, requester in
      let key = foreign.entries[entry].key
      let expected = foreign.arguments(of: entry)
      let takes =
        expected.isEmpty ? "takes no arguments" : "takes the arguments (\(expected.map(\.description).joined(separator: ", ")))"
      let gives = request.argumentCount == 0 ? "none" : String(request.argumentCount)
      let finding = Diagnostic(
        .wrongArguments, .error, "\(Judge.quoted(key)) \(takes), but \(requester) gives \(gives)", at: request.place,
        notes: ["registered: \(foreign.entries[entry].place)"],
        help: "resolve it with argument: or arguments:, in the number and the order of the registration")
      return with(hidden(.registrations, of: key.type.description) ?? .certain, finding)
    }
  }

  // MARK: Confidence

  /// Why a finding may be none, because something about a type was not understood.
  private func hidden(_ hidden: NotUnderstood.Hidden, of type: String?) -> Audit.Confidence? {
    let gaps = foreign.facts.gaps.filter { $0.hides == hidden && ($0.type == nil || type == nil || $0.type == type) }
    guard let first = gaps.first else { return nil }
    let what = hidden == .registrations ? "registrations" : "requests"
    let more = gaps.count > 1 ? " and \(gaps.count - 1) more place\(gaps.count == 2 ? "" : "s")" : ""
    return .likely("\(first.place)\(more) may hide \(what)")
  }

  private func confidenceOfGap(_ requests: [Request]) -> Audit.Confidence {
    if requests.allSatisfy({ $0.form == .optional }) { return .likely("the program may expect nil") }
    if requests.allSatisfy(\.isByWrapper) { return .likely("a property wrapper asks for it") }
    return hidden(.registrations, of: requests[0].service.type) ?? .certain
  }

  private func confidenceOfDuplicate(_ group: [Int]) -> Audit.Confidence {
    let found = group.map { foreign.registration(of: $0) }
    if found.contains(where: { !$0.context.isPlain }) { return .likely("one is registered under a condition or in a loop") }
    if Set(found.map(\.receiver)).count > 1 || Set(found.map { "\($0.file.path) \($0.context.function ?? -1)" }).count > 1 {
      return .likely("they may be in different containers")
    }
    return .certain
  }

  private func confidenceOfPath(_ finding: Diagnostic) -> Audit.Confidence {
    let indices = finding.path.flatMap { step in
      (bindings[step.location] ?? []).filter {
        foreign.entries.indices.contains($0) && graph.bindings[$0].key.description == step.key
      }
    }
    let isOpen = indices.contains { foreign.entries[$0].registrations.count > 1 }
    return isOpen ? .likely("another registration may stand in the place of one of them") : .certain
  }

  private func confidenceOfUnused(_ finding: Diagnostic) -> Audit.Confidence {
    let found = bindings[finding.location]?.first { foreign.entries.indices.contains($0) }
    if let found, foreign.registration(of: found).style == .factory,
      let place = foreign.facts.mentions[foreign.registration(of: found).service.name ?? ""]
    {
      return .likely("\(place) may use it")
    }
    return hidden(.requests, of: found.map { graph.bindings[$0].key.type.description }) ?? .certain
  }

  // MARK: Words

  private func words(_ swinject: String, _ factory: String) -> String { foreign.facts.styles == [.factory] ? factory : swinject }

  private func help(missing key: Graph.Key) -> String {
    let name = key.name.map { ", name: \(Judge.quoted($0))" } ?? ""
    return words(
      "register it, container.register(\(key.type).self\(name)) { … }, or correct the type or the name",
      "register it when the program starts: .register { … }")
  }

  /// A line for each place, with a last line for those beyond the first dozen.
  private func places(of requests: [Request]) -> [String] {
    let places = Set(requests.map(\.place)).sorted()
    let lines = places.dropFirst().prefix(12).map { "also resolved at \($0)" }
    return places.count > 13 ? lines + ["and at \(places.count - 13) more places"] : lines
  }
}
