// SPDX-License-Identifier: Apache-2.0

/// A value that lists binds and includes other modules.
///
/// ```swift
/// struct CarModule: Module {
///   let profile: Profile
///
///   var bindings: Bindings {
///     Bind(Car.init).in(.singleton)
///     Include(RadioModule(profile: profile))
///   }
/// }
/// ```
///
/// A module that reads its profile declares `var bindings: Bindings { get throws { … } }`; what it throws becomes a finding.
public protocol Module: Sendable {
  /// The binds, decorators and included modules, in the order in which collections and decorators see them.
  @BindingsBuilder var bindings: Bindings { get throws }
}

/// Includes another module.
///
/// Equal modules count once: those of one type that are `Equatable` and equal, the same object, without any stored value, or with one stored
/// value of one word that is the same: an object, or a `Profile` that was handed on.
///
/// Make modules that store more `Hashable`: an equal one is found at once, however many there are. One that is only `Equatable` is compared
/// with all others of its type, which takes a sixth of a second for 4,000 of them and grows with the square. A module may include others of its
/// own type; at 512 deep, or 100,000 modules, that is taken to have no end, and is a `module-cycle`.
public struct Include: Sendable {
  let module: any Module
  let location: SourceLocation

  /// Includes a module.
  ///
  /// - Parameters:
  ///   - module: The module.
  ///   - fileID: Where it is included.
  ///   - line: Where it is included.
  ///   - column: Where it is included.
  public init(
    _ module: some Module, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.module = module
    location = SourceLocation(fileID: fileID, line: line, column: column)
  }
}

/// A module without a type of its own.
public struct InlineModule: Module {
  let name: String
  let location: SourceLocation
  private let make: @Sendable () throws -> Bindings

  /// Creates a module from what it lists.
  ///
  /// - Parameters:
  ///   - name: How errors and pictures call it.
  ///   - fileID: Where the module is written.
  ///   - line: Where the module is written.
  ///   - column: Where the module is written.
  ///   - bindings: The binds, decorators and included modules.
  public init(
    _ name: String = "inline module", fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    @BindingsBuilder _ bindings: @escaping @Sendable () throws -> Bindings
  ) {
    self.name = name
    location = SourceLocation(fileID: fileID, line: line, column: column)
    make = bindings
  }

  /// What the module lists.
  public var bindings: Bindings { get throws { try make() } }
}

/// Says that scopes of a kind are opened, where no bind lives in that kind but some need its inputs.
public struct Opens: Sendable {
  let kind: any ScopeKind.Type

  /// Declares the kind.
  public init<Kind: ScopeKind>(_ kind: Kind.Type) { self.kind = kind }
}
