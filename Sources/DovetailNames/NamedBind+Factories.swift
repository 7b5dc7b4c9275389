// SPDX-License-Identifier: Apache-2.0
public import Dovetail

// Each for Sendable values, with a factory of any actor or of none; and for values that are kept on the main actor.

extension NamedBind {
  /// Declares the factory of a named value that needs the values of other names.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - names: The needs, made in this order; duplicates count once, because the factory reads them by name.
  ///   - fileID: Where the binding is written.
  ///   - line: Where the binding is written.
  ///   - column: Where the binding is written.
  ///   - make: Takes the values of the needs only.
  public init(
    _ name: String, needs names: [String], fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ make: @escaping @isolated(any) @Sendable (Values) throws -> any Sendable
  ) {
    self.init(
      name, needs: NamedBind.distinct(names), on: make.isolation, at: SourceLocation(fileID: fileID, line: line, column: column),
      IsolatedFunction(make).plain)
  }

  /// Declares the factory of a named value that is kept on the main actor, and need not be `Sendable`. The rest is as for other values.
  ///
  /// Only code of the main actor gets the value; every other resolution throws isolation-mismatch.
  public init(
    _ name: String, needs names: [String], on actor: MainActor.Type, fileID: StaticString = #fileID, line: UInt = #line,
    column: UInt = #column, _ make: @escaping @MainActor @Sendable (Values) throws -> Any
  ) {
    let run = IsolatedFunction(make).plain
    self.init(
      name, needs: NamedBind.distinct(names), on: MainActor.shared, isKept: true,
      at: SourceLocation(fileID: fileID, line: line, column: column)
    ) { values in Kept(try run(values)) }
  }

  /// Declares the factory of a named value of the main actor, as without `on: MainActor.self`: what is `Sendable` need not be kept.
  public init(
    _ name: String, needs names: [String], on actor: MainActor.Type, fileID: StaticString = #fileID, line: UInt = #line,
    column: UInt = #column, _ make: @escaping @MainActor @Sendable (Values) throws -> any Sendable
  ) { self.init(name, needs: names, fileID: fileID, line: line, column: column, make) }

  /// Declares the factory of a named value that resolves its dependencies itself.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - fileID: Where the binding is written.
  ///   - line: Where the binding is written.
  ///   - column: Where the binding is written.
  ///   - make: Takes a resolver; its resolutions are known only when it runs.
  public init(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ make: @escaping @isolated(any) @Sendable (any Resolver) throws -> any Sendable
  ) {
    self.init(
      name, on: make.isolation, at: SourceLocation(fileID: fileID, line: line, column: column),
      resolving: IsolatedFunction(make).plain)
  }

  /// Declares the factory of a named value that needs nothing.
  public init(
    _ name: String, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ make: @escaping @isolated(any) @Sendable () throws -> any Sendable
  ) {
    let run = IsolatedFunction(make).plain
    self.init(name, needs: [], on: make.isolation, at: SourceLocation(fileID: fileID, line: line, column: column)) { _ in
      try run()
    }
  }

  /// Declares how the value of a name is made by an initializer, or a closure with typed parameters, that takes the values of other names.
  ///
  /// ```swift
  /// NamedBind("car", needs: ["engine", "wheelProvider"], Car.init(engine:wheel:)).in(.singleton)
  /// ```
  ///
  /// A parameter that is a closure is not possible: take a `Provider` in a closure around the initializer, or read it from `Values`.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - names: The needs of the parameters, in order; made in this order. A name that stands twice is made twice. A different number of names than of
  ///     parameters is a diagnostic.
  ///   - fileID: Where the binding is written.
  ///   - line: Where the binding is written.
  ///   - column: Where the binding is written.
  ///   - make: Takes one value for each name. One of another type fails the resolution with the code `.wrongType`.
  public init<each Need>(
    _ name: String, needs names: [String], fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ make: @escaping @isolated(any) @Sendable (repeat each Need) throws -> any Sendable
  ) {
    let run = IsolatedFunction(make).plain
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    self.init(name, needs: names, on: make.isolation, at: location) { values in
      var rest = values.all[...]
      return try run(repeat try Values.next((each Need).self, of: &rest))
    }
    var count = 0
    for _ in repeat (each Need).self { count += 1 }
    self = counting(names, count)
  }

  /// Declares how a value that is kept on the main actor is made by an initializer that takes the values of other names. It need not be `Sendable`. The rest
  /// is as for other values.
  public init<each Need>(
    _ name: String, needs names: [String], on actor: MainActor.Type, fileID: StaticString = #fileID, line: UInt = #line,
    column: UInt = #column, _ make: @escaping @MainActor @Sendable (repeat each Need) throws -> Any
  ) {
    let run = IsolatedFunction(make).plain
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    self.init(name, needs: names, on: MainActor.shared, isKept: true, at: location) { values in
      var rest = values.all[...]
      return Kept(try run(repeat try Values.next((each Need).self, of: &rest)))
    }
    var count = 0
    for _ in repeat (each Need).self { count += 1 }
    self = counting(names, count)
  }

  /// Declares how a named value of the main actor is made, as without `on: MainActor.self`: what is `Sendable` need not be kept.
  public init<each Need>(
    _ name: String, needs names: [String], on actor: MainActor.Type, fileID: StaticString = #fileID, line: UInt = #line,
    column: UInt = #column, _ make: @escaping @MainActor @Sendable (repeat each Need) throws -> any Sendable
  ) { self.init(name, needs: names, fileID: fileID, line: line, column: column, make) }

  static func distinct(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  /// This binding, with a diagnostic unless there is a name for each parameter.
  private func counting(_ names: [String], _ count: Int) -> NamedBind {
    guard count != names.count else { return self }
    let named = names.count == 1 ? "1 dependency is named" : "\(names.count) dependencies are named"
    return reporting(
      Diagnostic(
        .unknownNeed, .error,
        "in the binding of '\(bind.declaration.key)', \(named) for \(count) parameter\(count == 1 ? "" : "s")",
        notes: names.isEmpty ? [] : ["named: \(names.joined(separator: ", "))"],
        help: "name one need for each parameter, in their order"))
  }
}

extension Values {
  /// The value of the next of some needs.
  fileprivate static func next<Wanted>(
    _ type: Wanted.Type, of rest: inout ArraySlice<(name: String, value: any Sendable)>
  ) throws(ResolutionError) -> Wanted {
    // The check refuses a binding that has too few names.
    guard let (name, value) = rest.popFirst() else { throw Values.unfinished("a dependency without a name") }
    return try DynamicValue.cast(Kept.content(of: value), of: name)
  }
}
