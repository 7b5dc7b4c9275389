// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph

extension Record {
  /// The shape of a file from before the format had a version, where it differs from version 1.
  struct Unversioned: Decodable {
    var isObserved: Bool
    var modules: [Module]
    var scopeKinds: [Kind]
    var bindings: [Declaration]
    var roots: [Dependency]
    var observed: [Edge]
    var moduleCycles: [[String]]
    var timeline: Course?
  }
}

extension Record.Unversioned {
  struct Declaration: Decodable {
    var key: Record.Key
    var role: Graph.Binding.Role
    /// `{"weak": {}}` or `{"scoped": {"_0": "Request"}}`
    var scope: [String: [String: String]]
    var needs: [Dependency]
    var arguments: [String]
    var hasDefaults: Bool
    var contribution: Contribution?
    var isOverride, isPrivate, isOpaque, closes, starts, isAsync, isLive: Bool
    var isolation: String?
    var staysOnActor: Bool?
    var layer, level, module: Int
    var location: Record.Place
  }

  struct Contribution: Decodable { var mapKey: String? }

  struct Dependency: Decodable {
    var key: Record.Key
    var wrappers: [Wrapper]
    /// `{"bound": {}}` or `{"argument": {"_0": 1}}`
    var source: [String: [String: Int]]
    var place: Graph.Need.Place
    var allowsEmpty: Bool
    var problem: String?
  }

  struct Wrapper: Decodable {
    var form: Graph.Need.Form
    var key: Record.Key
    var arguments: [String]
  }

  struct Course: Decodable { var entries: [Entry] }

  struct Entry: Decodable {
    var key: String
    var location: Record.Place?
    var began, duration: Duration
    var outcome: Timeline.Entry.Outcome
    var waitedFor: Int?
  }

  /// The record as a graph.
  func graph() throws(GraphFileError) -> Graph {
    let file = Record.File(
      isObserved: isObserved, modules: modules, scopeKinds: scopeKinds, bindings: bindings.map(\.record),
      roots: roots.map(\.record), observed: observed, moduleCycles: moduleCycles)
    var graph = try file.file().graph
    // Not through the record, whose times are whole nanoseconds.
    graph.timeline = timeline.map { course in
      Timeline(
        entries: course.entries.map {
          Timeline.Entry(
            key: $0.key, location: $0.location.known, began: $0.began, duration: $0.duration, outcome: $0.outcome,
            waitedFor: $0.waitedFor)
        })
    }
    return graph
  }
}

extension Record.Unversioned.Declaration {
  fileprivate var record: Record.Binding {
    Record.Binding(
      type: key.type, name: key.name, role: role,
      scope: Record.Scope(word: scope.keys.first, scoped: scope["scoped"]?["_0"], custom: scope["custom"]?["_0"]), module: module,
      location: location, arguments: arguments, hasDefaults: hasDefaults,
      contribution: contribution.map { Record.Contribution(key: $0.mapKey) }, override: isOverride, private: isPrivate,
      opaque: isOpaque, closes: closes, starts: starts, async: isAsync, live: isLive, isolation: isolation,
      staysOnActor: staysOnActor, layer: layer, level: level, needs: needs.map(\.record))
  }
}

extension Record.Unversioned.Dependency {
  fileprivate var record: Record.Need {
    let word = source.keys.first
    return Record.Need(
      type: key.type, name: key.name,
      from: wrappers.map { Record.Wrapper(form: $0.form, type: $0.key.type, name: $0.key.name, arguments: $0.arguments) },
      source: word == "bound" || word == "argument" ? nil : word, argument: source["argument"]?["_0"], place: place,
      allowsEmpty: allowsEmpty, problem: problem)
  }
}
