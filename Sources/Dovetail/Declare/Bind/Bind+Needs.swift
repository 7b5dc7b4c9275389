// SPDX-License-Identifier: Apache-2.0

extension Bind {
  /// Says which names the dependencies of a type mean.
  ///
  /// ```swift
  /// Bind(Car.init).needs(.spare)              // every Wheel that Car takes is the spare one
  /// Bind(Axle.init).needs(.left, .right)      // two parameters of type Wheel, in their order
  /// ```
  ///
  /// A property that got a name where it was required or filled keeps it, and does not count; any other one counts behind the parameters. The order of
  /// modifiers does not matter.
  ///
  /// On a binding that takes the resolver, a key without a parameter, of a type or of a name alone, declares a resolution of the factory for the
  /// checks. On any other binding such a key is a diagnostic.
  ///
  /// - Parameter keys: One key for all dependencies of the type, or one for each of them.
  public func needs<Need>(_ keys: Key<Need>...) -> Self { needing(keys) }

  /// Says which names the dependencies of a type mean, as text.
  ///
  /// - Parameters:
  ///   - type: The type of the dependency, also inside a provider, a collection, a closure or the like.
  ///   - names: One name for all dependencies of the type, or one for each of them; `nil` leaves a dependency as it is.
  public func needs<Need>(_ type: Need.Type, named names: String?...) -> Self { naming(type, names) }

  /// Declares that the factory resolves a type from its resolver.
  ///
  /// A `Provider` of a type declares that it keeps the resolver and resolves the type later, for example in a scope that it opens.
  public func needs<Need>(_ type: Need.Type) -> Self {
    let key = Key<Need>()
    return completing { $0.isOpaque ? $0.needs.append(DeclaredNeed(declaring: key)) : $0.setNames([nil], key) }
  }

  /// Declares which parameters are run-time arguments: the caller passes them through ``Factory``, not the container.
  ///
  /// ```swift
  /// Bind(Report.init).arguments(String.self, Int.self)     // asked for as Factory<Report, String, Int>
  /// ```
  ///
  /// Each type means the first parameter of exactly that type that is not an argument yet.
  public func arguments<each Argument>(_ type: repeat (each Argument).Type) -> Self {
    changed { bind in for argument in repeat each type { bind.declaration.claimArgument(TypeName(argument)) } }
  }

  /// Declares which parameters are run-time arguments, and their default values.
  ///
  /// ```swift
  /// Bind(Car.init).arguments(defaults: "2010", Color.black)     // resolve(Car.self), or resolve(Car.self, arguments: "2013", .white)
  /// ```
  ///
  /// A module may replace single defaults with ``DefaultArgument``. A caller's arguments replace the whole list.
  public func arguments<each Argument: Sendable>(defaults value: repeat each Argument) -> Self {
    changed { bind in
      for (type, value) in repeat ((each Argument).self, each value) {
        bind.declaration.claimArgument(TypeName(type))
        bind.declaration.defaults.append(value)
      }
    }
  }

  /// Allows an empty collection of a type, also one that a provider or a closure returns.
  public func allowEmpty<Collection>(_ type: Collection.Type) -> Self { completing { $0.allowEmpty(type) } }

  func needing<Need>(_ keys: [Key<Need>]) -> Self {
    // A bind by a name alone is never a parameter: only a resolver can request it. (No key paths: those of a generic type are made anew each time.)
    guard let dynamic = keys.first(where: { $0.isDynamic }) else { return naming(Need.self, keys.map { $0.name }) }
    return completing { declaration in
      let problem = declaration.isOpaque ? nil : "no parameter takes '\(dynamic)', which 'needs' names"
      declaration.needs += keys.map { DeclaredNeed(declaring: $0, problem: problem) }
    }
  }

  func naming<Need>(_ type: Need.Type, _ names: [String?]) -> Self {
    let key = Key<Need>()
    return completing { $0.setNames(names, key) }
  }

  /// Changes the declaration when no modifier follows.
  private func completing(_ change: @escaping @Sendable (inout Declaration) -> Void) -> Self {
    changed { $0.declaration.pending.append(change) }
  }
}

// Each changes a declaration as a whole: a bind whose declaration changes is a new content.
extension Declaration {
  /// Whether its factory takes a resolver.
  var isOpaque: Bool { needs.contains { !$0.isPlain && $0.need.source == .resolver } }

  fileprivate mutating func setNames<Need>(_ names: [String?], _ key: Key<Need>) {
    let name = TypeName(Need.self)
    let places = needs.indices.filter { needs[$0].isNamed(with: Need.self) }
    if places.isEmpty {
      let problem = isOpaque ? nil : "no parameter takes '\(name)', which 'needs' names"
      for text in names { needs.append(DeclaredNeed(declaring: Key<Need>(named: text), problem: problem)) }
    } else if names.count == 1 {
      for place in places { setName(names[0], ofNeed: place) }
    } else if names.count == places.count {
      for (place, text) in zip(places, names) { setName(text, ofNeed: place) }
    } else {
      let take = places.count == 1 ? "1 parameter takes" : "\(places.count) parameters take"
      needs[places[0]].need.problem = "\(take) '\(name)', but 'needs' gives \(names.count) names"
    }
  }

  fileprivate mutating func allowEmpty<Collection>(_ type: Collection.Type) {
    let name = TypeName(type)
    var isFound = false
    for index in needs.indices where needs[index].allowEmpty(type) { isFound = true }
    if !isFound { note("no parameter takes '\(name)', which 'allowEmpty' names", about: name) }
  }

  fileprivate mutating func claimArgument(_ type: TypeName) {
    if !claim(type, asArgument: self.arguments.count) {
      note("no parameter takes '\(type)', which 'arguments' names", about: type)
    }
    self.arguments.append(type)
  }

  private mutating func note(_ problem: String, about type: TypeName) {
    needs.append(DeclaredNeed(declaring: Graph.Key(type: type), problem: problem))
  }

  /// Makes the first parameter of a type that is no run-time argument yet one.
  ///
  /// - Returns: Whether there is one.
  mutating func claim(_ type: TypeName, asArgument index: Int) -> Bool {
    let place = needs.firstIndex { $0.need.key.type == type && $0.need.source == .bound && $0.need.place == .parameter }
    if let place { needs[place].need.source = .argument(index) }
    return place != nil
  }
}
