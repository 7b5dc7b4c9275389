// SPDX-License-Identifier: Apache-2.0
public import Dovetail

/// A binding that is known by a name alone, for graphs that are put together at run time.
///
/// Its needs are named too, and the factory receives exactly those values. The checks for typed bindings also find unbound names and cycles here.
///
/// ```swift
/// NamedBind("car", needs: ["engine", "wheelProvider"]) { values in
///   Car(engine: try values["engine"], wheel: try values["wheelProvider"])
/// }
/// .in(.singleton)
/// ```
///
/// A need that ends in `Provider` or ` Provider` stands for the `Provider` of the rest, unless that very name is bound.
///
/// A factory that belongs to an actor runs there, as that of a `Bind` does. A value that is not `Sendable` is kept on the main actor, by a binding that says
/// so:
///
/// ```swift
/// NamedBind("screen", Screen.init)                                    // a class of the main actor
/// NamedBind("notes", on: MainActor.self, Notes.init).in(.singleton)    // a class of no actor, which is not Sendable
/// ```
public struct NamedBind: Sendable {
  var bind: Bind<any Sendable>
  private let names: [String]
  private let make: @Sendable (Values) throws -> any Sendable
  /// The actors of the factory and of the properties.
  private var actors: [any Actor]
  /// Whether the values stay on the main actor, so that they need not be Sendable.
  private let isKept: Bool
  private var fills: [@Sendable (Any, Values) throws -> Void] = []

  /// A binding whose factory takes the values of names, in their order; it belongs to an actor, or to none.
  init(
    _ name: String, needs names: [String], on actor: (any Actor)?, isKept: Bool = false, at location: SourceLocation,
    _ make: @escaping @Sendable (Values) throws -> any Sendable
  ) {
    self.names = names
    self.make = make
    self.isKept = isKept
    actors = [actor].compactMap(\.self)
    let needs = names.map { DeclaredNeed(dynamic: $0) }
    bind = Bind(Declaration(key: Graph.Key(dynamic: name), needs: needs, location: location)) { _ in throw Values.unfinished(name)
    }
    // Modifiers see whose binding it is.
    if let actor { bind.isolate(to: actor) }
  }

  /// A binding whose factory takes the resolver.
  init(
    _ name: String, on actor: (any Actor)?, isKept: Bool = false, at location: SourceLocation,
    resolving make: @escaping @Sendable (any Resolver) throws -> any Sendable
  ) {
    self.init(name, needs: [], on: actor, isKept: isKept, at: location) { values in try make(values.resolver(for: name)) }
    bind.declaration.needs = [DeclaredNeed((any Resolver).self)]
  }

  /// Declares the value of a name that exists already.
  public init(
    _ name: String, instance: any Sendable, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(name, needs: [], on: nil, at: SourceLocation(fileID: fileID, line: line, column: column)) { _ in instance }
    bind.declaration.role = .instance
    bind.declaration.scope = .singleton
  }

  /// The binding with all of its declarations.
  var finished: Bind<any Sendable> {
    let takesResolver = bind.declaration.needs.contains { $0.need.source == .resolver }
    let owner = bind.declaration.key.description
    // What another product attaches takes the value, as the hooks of a start and a stop do.
    var finished = isKept && !bind.declaration.attached.isEmpty ? bind.reporting(misplaced("onStart' or 'onStop")) : bind
    finished.remake(on: actors) { [names, make, fills] needs in
      var (needs, values) = (needs, Values(of: owner))
      for name in names { values.add(name, try needs.take((any Sendable).self)) }
      if takesResolver { values.resolver = try needs.take((any Resolver).self) }
      let object = try make(values)
      for fill in fills { try fill(Kept.content(of: object), values) }
      return object
    }
    return isKept ? finished : finished.crossing()
  }
}

extension NamedBind: BindCarrier {
  /// The binding, without its factory.
  @_documentation(visibility: internal)
  public var carried: Bind<any Sendable> {
    get { bind }
    set { bind = newValue }
  }
}

extension NamedBind {
  /// Shares the instances; see `Bind.in(_:)`. What stays on the main actor is shared there, but not in the scope `.weak`.
  public func `in`(_ scope: Scope.Shared) -> Self {
    let shared = changed { $0.bind = isKept ? bind.staying(in: scope, on: MainActor.shared) : bind.in(scope) }
    // What the container has of a kept value is no object.
    guard isKept, case .weak = shared.bind.declaration.scope else { return shared }
    return shared.reporting(
      Diagnostic(
        .unshareableValue, .error,
        "'\(bind.declaration.key)' is weak, but is kept on MainActor by its name, so it cannot be held weakly",
        help: "bind it by its type: Bind(…).in(.weak, on: MainActor.self)"))
  }

  /// Keeps the instances with the resolution; see `Bind.in(_:)`.
  @_disfavoredOverload
  public func `in`(_ scope: Scope.Unshared) -> Self { changed { $0.bind = bind.in(scope) } }

  /// Makes the binding visible to its own module only.
  public var `private`: Self { changed { $0.bind = bind.private } }

  /// Replaces the binding of the same name; it is an error when there is none.
  public var override: Self { changed { $0.bind = bind.override } }

  /// Replaces a private binding of a module; see `Bind.override(in:)`.
  public func override(in module: any Module.Type) -> Self { changed { $0.bind = bind.override(in: module) } }

  /// Runs an action on every new value before it is handed out.
  ///
  /// A value that is kept on the main actor because it is not `Sendable` is none that this could take, which is an error of the container.
  public func onCreate(_ body: @escaping @isolated(any) @Sendable (any Sendable) throws -> Void) -> Self {
    taking("onCreate") { $0.bind = bind.onCreate(body) }
  }

  /// Runs an action on the value when its owner closes, as that of a `Bind` does. Values that are kept on the main actor have none.
  public func onClose(_ body: @escaping @Sendable (any Sendable) throws -> Void) -> Self {
    taking("onClose") { $0.bind = bind.onClose(body) }
  }

  /// Runs an asynchronous action on the value when its owner closes, as that of a `Bind` does.
  public func onClose(shielded: Bool = true, _ body: @escaping @Sendable (any Sendable) async throws -> Void) -> Self {
    taking("onClose") { $0.bind = bind.onClose(shielded: shielded, body) }
  }

  /// Runs an asynchronous action on the value when its owner closes, if the value needs it, as that of a `Bind` does.
  public func onClose(
    when condition: @escaping @Sendable (any Sendable) -> Bool, shielded: Bool = true,
    _ body: @escaping @Sendable (any Sendable) async throws -> Void
  ) -> Self { taking("onClose") { $0.bind = bind.onClose(when: condition, shielded: shielded, body) } }

  /// Marks the value as reaching out of the program; see `Bind.external`.
  public var external: Self { changed { $0.bind = bind.external } }

  /// Gives the binding a stand-in that needs nothing; see `Bind.standIn(_:)`.
  ///
  /// It is `Sendable`, even that of a value that is kept on the main actor.
  public func standIn(
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ make: @escaping @isolated(any) @Sendable () throws -> any Sendable
  ) -> Self { standing(NamedBind(bind.declaration.key.description, fileID: fileID, line: line, column: column, make)) }

  /// Gives the binding a stand-in that takes the values of other names; see `Bind.standIn(_:)`.
  public func standIn(
    needs names: [String], fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ make: @escaping @isolated(any) @Sendable (Values) throws -> any Sendable
  ) -> Self {
    standing(NamedBind(bind.declaration.key.description, needs: names, fileID: fileID, line: line, column: column, make))
  }

  private func standing(_ standIn: NamedBind) -> Self { changed { $0.bind.setStandIn(standIn.finished) } }

  /// Declares an option for the extensions of the container; see `Bind.declaring(_:_:)`.
  public func declaring<Option: RequestOption>(_ option: Option.Type, _ value: Option.Value) -> Self {
    changed { $0.bind = bind.declaring(option, value) }
  }

  /// Reports a diagnostic about this binding; see `Bind.reporting(_:)`.
  public func reporting(_ finding: Diagnostic) -> Self { changed { $0.bind = bind.reporting(finding) } }

  /// Adds what is done with a new object and the values of its dependencies.
  func filling<Object>(
    _ name: String, on actors: [any Actor], _ fill: @escaping @Sendable (Object, Values) throws -> Void
  ) -> Self {
    changed { copy in
      if !names.contains(name) {
        let problem = "'\(name)' is no dependency of '\(bind.declaration.key)', but 'fill' names it"
        copy.bind.declaration.needs.append(DeclaredNeed(declaring: Graph.Key(dynamic: name), problem: problem))
      }
      let owner = bind.declaration.key.description
      copy.actors += actors
      copy.fills.append { made, values in
        guard let object = made as? Object else {
          throw ResolutionError.wrongType(owner, is: type(of: made), not: Object.self)
        }
        try fill(object, values)
      }
    }
  }

  /// Adds a hook that takes the value, which one that is kept on the main actor cannot be given to.
  private func taking(_ hook: String, _ change: (inout Self) -> Void) -> Self {
    isKept ? reporting(misplaced(hook)) : changed(change)
  }

  private func misplaced(_ hook: String) -> Diagnostic {
    Diagnostic(
      .uselessHook, .error,
      "'\(bind.declaration.key)' is kept on MainActor and need not be Sendable, but '\(hook)' takes Sendable values",
      help: "let the type conform to Sendable and leave out 'on: MainActor.self', or bind it by its type")
  }

  func changed(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}
