// SPDX-License-Identifier: Apache-2.0

/// A graph, and what a program does with its container. Types are numbers here, so that a seed can choose them.
struct GraphSpec: Sendable {
  /// What is bound and asked for. The type 0 is the input of a hall.
  struct Key: Sendable, Hashable {
    var type: Int
    var name: String?
  }

  /// What a need is derived through.
  enum Layer: String, Sendable {
    case optional, provider, lazy, closure, array, dictionary

    /// Whether it asks after the value was made.
    var isDeferred: Bool { self == .provider || self == .lazy || self == .closure }
    var isCollection: Bool { self == .array || self == .dictionary }
  }

  /// Whether a factory asks for what it was given to ask for later.
  enum Call: String, Sendable {
    case never, once
    /// Asks, and goes on when that fails.
    case trying
  }

  struct Need: Sendable {
    var key: Key
    /// Outermost first.
    var layers: [Layer] = []
    var call = Call.never
  }

  /// A hall takes an input, a bench opens in a hall, a yard anywhere.
  enum Kind: String, Sendable {
    case hall, bench, yard

    /// The kind that has to be open around it.
    var parent: Kind? { self == .bench ? .hall : nil }
  }

  enum Life: Sendable, Hashable {
    case transient, graph, singleton, weak
    case scoped(Kind)
  }

  enum Role: Sendable, Hashable {
    case bind, decorator, input
    case part(key: String?)
  }

  struct Declaration: Sendable {
    /// Its place among all declarations.
    var id = 0
    var key: Key
    var role = Role.bind
    var life = Life.transient
    var needs: [Need] = []
    var isOverride = false
    var isPrivate = false
    /// Which runs of the factory fail, from 1.
    var failing: Set<Int> = []
    /// Whether there is something to do on closing, and whether that fails.
    var closes = false
    var failsToClose = false
    /// The container: 0, or 1 for the child.
    var level = 0
    /// 1 for what replaces, as in a container that is rebuilt.
    var layer = 0
    var module = 0
  }

  /// Whom the program asks.
  enum Place: Sendable {
    /// The container of a level, or the topmost one that there is.
    case container(Int)
    /// An open scope, counted back from the newest one and around; the topmost container when there is none.
    case open(Int)
    /// Any scope that there is or was; the topmost container when none has been opened.
    case scope(Int)
  }

  indirect enum Step: Sendable {
    case ask(Place, Need, holds: Bool)
    /// Lets go of something that is held.
    case drop(Int)
    /// Asks what something that is held can be asked for later.
    case call(Int, part: Int)
    case open(Kind, Place)
    case close(Place)
    case within(Kind, Place, [Step])
  }

  let seed: Int
  /// Whether everything is declared by name alone.
  var isDynamic = false
  /// How many types there are, the input's included.
  var typeCount = 1
  /// By level, layer and module.
  var declarations: [Declaration] = []
  var steps: [Step] = []

  var levelCount: Int { (declarations.map(\.level).max() ?? 0) + 1 }
}

extension GraphSpec.Key: CustomStringConvertible {
  /// As the name of a bind that is declared by name alone.
  var description: String { "m\(type)\(name ?? "")" }
}

extension GraphSpec: CustomStringConvertible {
  /// The declarations and the steps, a line each, for whoever has to find out what went wrong.
  var description: String {
    let title = "seed \(seed)\(isDynamic ? ", by name" : "")"
    return ([title] + declarations.map { "  \($0)" } + steps.map { "  \($0)" }).joined(separator: "\n")
  }
}

extension GraphSpec.Declaration: CustomStringConvertible {
  var description: String {
    var words = ["\(id): \(key) \(role) \(life) level \(level) layer \(layer) module \(module)"]
    if isOverride { words.append("override") }
    if isPrivate { words.append("private") }
    if closes { words.append(failsToClose ? "fails to close" : "closes") }
    if !failing.isEmpty { words.append("fails \(failing.sorted())") }
    return (words + needs.map(\.description)).joined(separator: ", ")
  }
}

extension GraphSpec.Need: CustomStringConvertible {
  var description: String {
    (layers.map(\.rawValue) + [key.description] + (call == .never ? [] : ["called \(call)"])).joined(separator: " ")
  }
}

extension GraphSpec.Kind: CustomStringConvertible {
  var description: String { rawValue }
}

extension GraphSpec.Place: CustomStringConvertible {
  var description: String {
    switch self {
    case .container(let level): "container \(level)"
    case .open(let number): "open scope \(number)"
    case .scope(let number): "scope \(number)"
    }
  }
}

extension GraphSpec.Step: CustomStringConvertible {
  var description: String {
    switch self {
    case .ask(let place, let need, let holds): "ask \(place) for \(need)\(holds ? " and hold it" : "")"
    case .drop(let number): "drop \(number)"
    case .call(let number, let part): "call \(number), \(part)"
    case .open(let kind, let place): "open \(kind) in \(place)"
    case .close(let place): "close \(place)"
    case .within(let kind, let place, let steps):
      "within \(kind) in \(place): \(steps.map(\.description).joined(separator: "; "))"
    }
  }
}
