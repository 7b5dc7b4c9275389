// SPDX-License-Identifier: Apache-2.0

extension Diagnostic {
  /// The stable name of a kind of diagnostic. The page *Reading a diagnostic* lists all; those of checks have a page each.
  public struct ID: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name: words in lower case, joined by hyphens.
    public var rawValue: String

    /// Creates an ID from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name.
    public var description: String { rawValue }

    // The catalogue: every kind of diagnostic that the checks make.

    /// A need without a binding.
    public static let missingBinding = Self(rawValue: "missing-binding")
    /// Two bindings for one key without an override.
    public static let duplicateBinding = Self(rawValue: "duplicate-binding")
    /// Bindings that need each other before any of them is built.
    public static let dependencyCycle = Self(rawValue: "dependency-cycle")
    /// An instance that would keep another one beyond its lifetime.
    public static let captiveDependency = Self(rawValue: "captive-dependency")
    /// Scope types that are their own parents.
    public static let scopeCycle = Self(rawValue: "scope-cycle")
    /// A chain of bindings that is too long to be built on the stack of a thread.
    public static let tooDeep = Self(rawValue: "too-deep")
    /// Modules that include each other.
    public static let moduleCycle = Self(rawValue: "module-cycle")
    /// A module whose bindings could not be read.
    public static let failingModule = Self(rawValue: "failing-module")
    /// An override that replaces nothing.
    public static let nothingToOverride = Self(rawValue: "nothing-to-override")
    /// A decorator that wraps nothing, or leaves contributions of its type as they are.
    public static let nothingToDecorate = Self(rawValue: "nothing-to-decorate")
    /// Two contributions to one collection under one key.
    public static let duplicateMapKey = Self(rawValue: "duplicate-map-key")
    /// A collection without contributions.
    public static let emptyCollection = Self(rawValue: "empty-collection")
    /// Run-time arguments that differ from those of the binding.
    public static let wrongArguments = Self(rawValue: "wrong-arguments")
    /// An input of a scope, needed where no such scope can be open.
    public static let unfilledInput = Self(rawValue: "unfilled-input")
    /// A need for a key that another module keeps private.
    public static let privateBinding = Self(rawValue: "private-binding")
    /// Synchronous code that needs a value made asynchronously for every resolution.
    public static let asyncNeed = Self(rawValue: "async-need")
    /// Synchronous code that takes a value that belongs to an actor.
    public static let isolationMismatch = Self(rawValue: "isolation-mismatch")
    /// A scope that cannot share values of the type.
    public static let unshareableValue = Self(rawValue: "unshareable-value")
    /// A modifier about a dependency that the binding does not have.
    public static let unknownNeed = Self(rawValue: "unknown-need")
    /// An action on closing, starting or stopping, in a scope that never runs it.
    public static let uselessHook = Self(rawValue: "useless-hook")
    /// A closure that returns nothing.
    public static let voidBinding = Self(rawValue: "void-binding")
    /// A binding that no resolution of the program needs.
    public static let unusedBinding = Self(rawValue: "unused-binding")
    /// A factory that may resolve any key and declares nothing.
    public static let opaqueBinding = Self(rawValue: "opaque-binding")
    /// A binding that hides another one without saying so.
    public static let shadowedBinding = Self(rawValue: "shadowed-binding")

    /// The whole catalogue. Each of these IDs has a page.
    package static let catalogue: Set<Self> = [
      .missingBinding, .duplicateBinding, .dependencyCycle, .captiveDependency, .scopeCycle, .tooDeep, .moduleCycle,
      .failingModule, .nothingToOverride, .nothingToDecorate, .duplicateMapKey, .emptyCollection, .wrongArguments,
      .unfilledInput, .privateBinding, .asyncNeed, .isolationMismatch, .unshareableValue, .unknownNeed, .uselessHook,
      .voidBinding, .unusedBinding, .opaqueBinding, .shadowedBinding,
    ]
  }
}

extension Diagnostic.ID {
  /// The address of the page that explains a diagnostic of the checks; `nil` for any other, such as that of a program's own check.
  package var page: String? {
    guard Self.catalogue.contains(self) else { return nil }
    return "https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/\(rawValue).md"
  }
}
