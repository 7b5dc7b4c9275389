// SPDX-License-Identifier: Apache-2.0

// Inputs have no location, no name and no module of their own: the text for bindings would not help.
extension GraphCheck.Subject {
  /// The diagnostic about bindings of one key, some of which are inputs of scopes; `nil` when none is.
  func inputFinding(_ group: [Int]) -> Diagnostic? {
    let inputs = group.filter { graph.bindings[$0].role == .input }
    guard let first = inputs.first else { return nil }
    let binds = group.filter { graph.bindings[$0].role != .input }
    var kinds: [TypeName] = []
    var notes = binds.map(boundLine)
    for input in inputs {
      guard case .scoped(let kind) = graph.bindings[input].scope, !kinds.contains(kind) else { continue }
      kinds.append(kind)
      let opener = module(of: input).map { ", which \($0) opens" } ?? ""
      notes.append("input of \(names.type(kind))" + (residents[kind].map { ", the scope of \(mention($0))" } ?? opener))
    }
    let places = (binds + kinds.compactMap { residents[$0] }).map { location(of: $0) }
    return Diagnostic(
      .duplicateBinding, .error, message(quoted(first), group.count, kinds, isBound: !binds.isEmpty),
      at: places.first(where: \.isKnown) ?? .unknown, notes: notes, help: help(kinds, isBound: !binds.isEmpty))
  }

  private func message(_ key: String, _ count: Int, _ kinds: [TypeName], isBound: Bool) -> String {
    let names = kinds.map(names.type)
    if !isBound, names.count == 1 {
      return "the scope type '\(names[0])' takes \(count) inputs of the type \(key): nothing tells them apart"
    }
    let joined = names.joined(separator: " and of ")
    return "\(key) is \(isBound ? "bound, and is " : "")an input of \(joined): nothing says which one is meant"
  }

  private func help(_ kinds: [TypeName], isBound: Bool) -> String {
    if isBound {
      return "remove the binding, tell it apart with .named(_:), or add .override to it if it is to replace the input"
    }
    let indices = kinds.compactMap { lifetimes.kinds.firstIndex(of: $0) }
    let isNested = indices.count == 2 && lifetimes.areRelated(indices[0], indices[1])
    return "give each input a type of its own"
      + (isNested ? ", or leave out the one of the inner scope: what an outer scope is given is there inside it too" : "")
  }
}
