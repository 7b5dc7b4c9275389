// SPDX-License-Identifier: Apache-2.0
public import Dovetail

/// A bind that is known by a name alone, for graphs that are put together at run time.
///
/// Its needs are named too, and the factory receives exactly those values. The checks for typed binds also find unbound names and cycles here.
///
/// ```swift
/// NamedBind("car", needs: ["engine", "wheelProvider"]) { values in
///   Car(engine: try values["engine"], wheel: try values["wheelProvider"])
/// }
/// .in(.singleton)
/// ```
///
/// A need that ends in `Provider` or ` Provider` stands for the `Provider` of the rest, unless that very name is bound.
public struct NamedBind: Sendable {
  var bind: Bind<any Sendable>
  private let names: [String]
  private let make: @Sendable (Values) throws -> any Sendable
  private var fills: [@Sendable (any Sendable, Values) throws -> Void] = []

  /// Declares the factory of a named value that needs the values of other names.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - names: The needs, made in this order; duplicates count once.
  ///   - fileID: Where the bind is written.
  ///   - line: Where the bind is written.
  ///   - column: Where the bind is written.
  ///   - make: Takes the values of the needs only.
  public init(
    _ name: String, needs names: [String], fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ make: @escaping @Sendable (Values) throws -> any Sendable
  ) {
    var seen: Set<String> = []
    self.names = names.filter { seen.insert($0).inserted }
    self.make = make
    var declaration = NamedBind.declaration(name, fileID, line, column)
    declaration.needs = self.names.map { DeclaredNeed(dynamic: $0) }
    bind = Bind(declaration) { _ in throw Values.unfinished(name) }
  }

  /// Declares the factory of a named value that resolves its needs itself.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - fileID: Where the bind is written.
  ///   - line: Where the bind is written.
  ///   - column: Where the bind is written.
  ///   - make: Takes a resolver; its requests are known only when it runs.
  public init(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ make: @escaping @Sendable (any Resolver) throws -> any Sendable
  ) {
    names = []
    self.make = { values in try make(values.resolver(for: name)) }
    var declaration = NamedBind.declaration(name, fileID, line, column)
    declaration.needs = [DeclaredNeed((any Resolver).self)]
    bind = Bind(declaration) { _ in throw Values.unfinished(name) }
  }

  /// Declares the value of a name that exists already.
  public init(
    _ name: String, instance: any Sendable, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    names = []
    make = { _ in instance }
    var declaration = NamedBind.declaration(name, fileID, line, column)
    declaration.role = .instance
    declaration.scope = .singleton
    bind = Bind(declaration) { _ in instance }
  }

  private static func declaration(_ name: String, _ fileID: StaticString, _ line: UInt, _ column: UInt) -> Declaration {
    Declaration(
      key: Graph.Key(dynamic: name), location: SourceLocation(fileID: fileID, line: line, column: column))
  }

  /// The bind with all of its declarations.
  var finished: Bind<any Sendable> {
    var finished = bind
    let takesResolver = bind.declaration.needs.contains { $0.need.source == .resolver }
    let owner = bind.declaration.key.description
    finished.recipe = { [names, make, fills] needs in
      var values = Values(of: owner)
      for name in names { values.set(name, try needs.take((any Sendable).self)) }
      if takesResolver { values.resolver = try needs.take((any Resolver).self) }
      let object = try make(values)
      for fill in fills { try fill(object, values) }
      return object
    }
    return finished
  }
}

extension NamedBind: BindCarrier {
  /// The bind, without its factory.
  @_documentation(visibility: internal)
  public var carried: Bind<any Sendable> {
    get { bind }
    set { bind = newValue }
  }
}

extension NamedBind {
  /// Shares the instances; see `Bind.in(_:)`.
  public func `in`(_ scope: Scope.Shared) -> Self { changed { $0.bind = bind.in(scope) } }

  /// Keeps the instances with the request; see `Bind.in(_:)`.
  @_disfavoredOverload
  public func `in`(_ scope: Scope.Unshared) -> Self { changed { $0.bind = bind.in(scope) } }

  /// Makes the bind visible to its own module only.
  public var `private`: Self { changed { $0.bind = bind.private } }

  /// Replaces the bind of the same name; it is an error when there is none.
  public var override: Self { changed { $0.bind = bind.override } }

  /// Replaces a private bind of a module; see `Bind.override(in:)`.
  public func override(in module: any Module.Type) -> Self { changed { $0.bind = bind.override(in: module) } }

  /// Runs an action on every new value before it is handed out.
  public func onCreate(_ body: @escaping @isolated(any) @Sendable (any Sendable) throws -> Void) -> Self {
    changed { $0.bind = bind.onCreate(body) }
  }

  /// Runs an action on the value when its owner closes, as that of a `Bind` does.
  public func onClose(_ body: @escaping @Sendable (any Sendable) throws -> Void) -> Self {
    changed { $0.bind = bind.onClose(body) }
  }

  /// Runs an asynchronous action on the value when its owner closes, as that of a `Bind` does.
  public func onClose(shielded: Bool = true, _ body: @escaping @Sendable (any Sendable) async throws -> Void) -> Self {
    changed { $0.bind = bind.onClose(shielded: shielded, body) }
  }

  /// Runs an asynchronous action on the value when its owner closes, if the value needs it, as that of a `Bind` does.
  public func onClose(
    when condition: @escaping @Sendable (any Sendable) -> Bool, shielded: Bool = true,
    _ body: @escaping @Sendable (any Sendable) async throws -> Void
  ) -> Self { changed { $0.bind = bind.onClose(when: condition, shielded: shielded, body) } }

  /// Marks the value as reaching out of the program; see `Bind.live`.
  public var live: Self { changed { $0.bind = bind.live } }

  /// Declares an option for the extensions of the container; see `Bind.declaring(_:_:)`.
  public func declaring<Option: RequestOption>(_ option: Option.Type, _ value: Option.Value) -> Self {
    changed { $0.bind = bind.declaring(option, value) }
  }

  /// Reports a finding about this bind; see `Bind.reporting(_:)`.
  public func reporting(_ finding: Diagnostic) -> Self { changed { $0.bind = bind.reporting(finding) } }

  /// Sets a property of every new object to the value of a need, if the property is nil.
  ///
  /// The value is the one that the factory got, not a further one.
  ///
  /// - Parameters:
  ///   - property: The property. The factory must make an object of its type.
  ///   - name: One of the needs; another name is a finding.
  public func fill<Object: AnyObject, Property>(
    _ property: any ReferenceWritableKeyPath<Object, Property?> & Sendable, from name: String
  ) -> Self {
    filling(name) { (object: Object, values) in
      if object[keyPath: property] == nil { object[keyPath: property] = try values[name] as Property }
    }
  }

  /// Sets a property that holds a closure to the provider of a need, if the property is nil, so that the class need not know `Provider`.
  ///
  /// - Parameters:
  ///   - property: The property. The factory must make an object of its type.
  ///   - name: One of the needs, one that ends in `Provider`.
  public func fill<Object: AnyObject, Product>(
    _ property: any ReferenceWritableKeyPath<Object, (@Sendable () -> Product)?> & Sendable, from name: String
  ) -> Self {
    filling(name) { (object: Object, values) in
      let provider: Provider<Product> = try values[name]
      if object[keyPath: property] == nil { object[keyPath: property] = { provider() } }
    }
  }

  private func filling<Object: AnyObject>(
    _ name: String, _ fill: @escaping @Sendable (Object, Values) throws -> Void
  ) -> Self {
    changed { copy in
      if !names.contains(name) {
        let problem = "'\(name)' is no need of '\(bind.declaration.key)', but 'fill' names it"
        copy.bind.declaration.needs.append(DeclaredNeed(declaring: Graph.Key(dynamic: name), problem: problem))
      }
      let owner = bind.declaration.key.description
      copy.fills.append { made, values in
        guard let object = made as? Object else {
          throw ResolutionError.wrongType(owner, is: type(of: made), not: Object.self)
        }
        try fill(object, values)
      }
    }
  }

  func changed(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}
