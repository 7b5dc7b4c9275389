// SPDX-License-Identifier: Apache-2.0

/// A value that lists bindings and includes other modules.
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
/// A module that reads its profile declares `var bindings: Bindings { get throws { … } }`. A thrown error becomes a diagnostic.
public protocol Module: Sendable {
  /// The bindings, decorators and included modules, in the order in which collections and decorators see them.
  @BindingsBuilder var bindings: Bindings { get throws }
}

/// Includes another module.
///
/// Equal modules count once. Two modules of one type are equal if they are `Equatable` and equal, if they are the same object, if they store
/// nothing, or if they store the same single word: an object, or a `Profile` that was handed on.
///
/// Make modules that store more `Hashable`: then the search for an equal one takes constant time. A module that is only `Equatable` is compared
/// with all others of its type: a sixth of a second for 4,000 of them, and quadratic growth. A module may include others of its own type. A
/// nesting of 512, or 100,000 modules, counts as endless, and is a `module-cycle`.
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
  public init(_ module: some Module, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column) {
    self.module = module
    location = SourceLocation(fileID: fileID, line: line, column: column)
  }
}

/// A module without a type of its own.
public struct InlineModule: Module {
  let name: String
  let location: SourceLocation
  private let make: @Sendable () throws -> Bindings

  /// Creates a module from its bindings.
  ///
  /// - Parameters:
  ///   - name: Its name in errors and pictures.
  ///   - fileID: Where the module is written.
  ///   - line: Where the module is written.
  ///   - column: Where the module is written.
  ///   - bindings: The bindings, decorators and included modules.
  public init(
    _ name: String = "inline module", fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    @BindingsBuilder _ bindings: @escaping @Sendable () throws -> Bindings
  ) {
    self.name = name
    location = SourceLocation(fileID: fileID, line: line, column: column)
    make = bindings
  }

  /// The bindings of the module.
  public var bindings: Bindings { get throws { try make() } }
}

/// Declares that scopes of a kind are opened, for kinds without a binding of their own whose inputs are needed.
public struct Opens: Sendable {
  let kind: any ScopeKind.Type

  /// Declares the kind.
  public init<Kind: ScopeKind>(_ kind: Kind.Type) { self.kind = kind }
}
