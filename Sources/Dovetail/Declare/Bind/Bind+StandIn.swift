// SPDX-License-Identifier: Apache-2.0

/// The stand-ins that a container uses in place of the bindings that carry them: see `standIn` of ``Bind``.
///
/// ```swift
/// let container = try Container(AppModule(), standIns: .all)
/// ```
public struct StandIns: Sendable, Hashable {
  let isAll: Bool

  /// No stand-ins, the default: every binding makes its own value.
  public static let none = StandIns(isAll: false)
  /// The stand-in of every binding that carries one, in children and copies of the container, too. Modules that override are taken as they are: a test or a
  /// `rebuilt(overriding:)` chooses its bindings itself.
  public static let all = StandIns(isAll: true)
}

extension Bind {
  /// Gives the binding a stand-in: another factory for tests and previews, which take all stand-ins of a program at once.
  ///
  /// ```swift
  /// Bind((any Store).self, Database.init).in(.singleton).external.standIn { MemoryStore() }
  /// ```
  ///
  /// A container that is made with `standIns: .all` has the stand-in in place of the binding, in the same module. Every other container ignores it, and does
  /// not check its dependencies.
  ///
  /// The stand-in keeps what others see of the binding: the key, the scope, the visibility, the place in collections, and the run-time arguments, of which it
  /// takes those that it has a parameter for. Its dependencies have the names of those of the same types, in their order. It has no properties, hooks, options and
  /// diagnostics of the binding, and is not external. An override of the binding replaces the stand-in as well, and decorators wrap it.
  ///
  /// - Parameters:
  ///   - make: An initializer or a closure without parameters. A second stand-in of one binding is an error of the container.
  ///   - fileID: Where the stand-in is written.
  ///   - line: Where the stand-in is written.
  ///   - column: Where the stand-in is written.
  public func standIn(
    _ make: @escaping @isolated(any) @Sendable () throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Self { changed { $0.setStandIn(Bind(make, fileID: fileID, line: line, column: column)) } }

  /// Gives the binding a stand-in that has dependencies; see the form without parameters.
  ///
  /// - Parameters:
  ///   - make: An initializer or a closure with any number of parameters; each is a dependency, or a run-time argument of the binding.
  ///   - fileID: Where the stand-in is written.
  ///   - line: Where the stand-in is written.
  ///   - column: Where the stand-in is written.
  public func standIn<each Need>(
    _ make: @escaping @isolated(any) @Sendable (repeat each Need) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Self { changed { $0.setStandIn(Bind(SourceLocation(fileID: fileID, line: line, column: column), make)) } }

  /// Gives the binding a stand-in that is made asynchronously; see the form without parameters.
  ///
  /// The stand-in of an asynchronous binding need not be asynchronous itself.
  ///
  /// - Parameters:
  ///   - make: An asynchronous initializer or closure with any number of parameters; each is a dependency, or a run-time argument of the binding.
  ///   - fileID: Where the stand-in is written.
  ///   - line: Where the stand-in is written.
  ///   - column: Where the stand-in is written.
  @_disfavoredOverload
  public func standIn<each Need>(
    _ make: @escaping @Sendable (repeat each Need) async throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Self where Value: Sendable { changed { $0.setStandIn(Bind(make, fileID: fileID, line: line, column: column)) } }

  package mutating func setStandIn(_ standIn: Bind) {
    if let earlier = givenDetails?.standIn?.declaration.location, case let later = standIn.declaration.location {
      declaration.report { declaration in
        Diagnostic(
          .statedTwice, .error, "the binding of \(declaration.key.quoted) has two stand-ins", at: declaration.location,
          notes: ["stand-in: \(earlier)", "stand-in: \(later)"], help: "keep the one that is meant")
      }
    }
    details.standIn = standIn
  }

  /// The stand-in with what others see of this binding; `nil` when it carries none.
  fileprivate var placedStandIn: Bind? {
    guard let givenDetails, var standIn = givenDetails.standIn else { return nil }
    standIn.declaration = standIn.declaration.taking(placeOf: declaration)
    standIn.share(as: self)
    if !givenDetails.companions.isEmpty { standIn.details.companions = givenDetails.companions }
    return standIn
  }
}

extension BindContent {
  /// The stand-in that takes the place of this bind; `nil` when it carries none.
  var standIn: BindContent? {
    func standIn<Value>(_ type: Value.Type) -> BindContent? { Bind<Value>(self).placedStandIn?.content.completed }
    return isPlain ? nil : _openExistential(type, do: standIn)
  }
}

extension Declaration {
  /// This declaration of a factory, with what others see of another one.
  fileprivate func taking(placeOf other: Declaration) -> Declaration {
    var taken = self
    taken.key = other.key
    taken.namedScope = other.namedScope
    if other.isOverride { taken.isOverride = true }
    if other.isPrivate { taken.isPrivate = true }
    taken.nameNeeds(as: other)
    if other.isPlain { return taken }
    taken.contribution = other.contribution
    taken.replacedIn = other.replacedIn
    // The others are about the factory that is replaced.
    taken.findings += other.findings.filter { $0.id == .statedTwice }
    taken.arguments = other.arguments
    taken.defaults = other.defaults
    for (index, type) in other.arguments.enumerated() { _ = taken.claim(type, asArgument: index) }
    return taken
  }

  /// Gives the parameters the names that those of the same types have in another declaration, in their order, and allows the same empty collections.
  private mutating func nameNeeds(as other: Declaration) {
    var named = other.needs.filter { $0.need.place == .parameter }
    for index in needs.indices where needs[index].need.place == .parameter {
      guard let place = named.firstIndex(where: { $0.type == needs[index].type }) else { continue }
      let need = named.remove(at: place)
      setName(need.name, ofNeed: index)
      if need.need.allowsEmpty { needs[index].need.allowsEmpty = true }
    }
  }
}
