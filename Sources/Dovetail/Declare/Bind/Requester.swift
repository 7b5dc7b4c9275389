// SPDX-License-Identifier: Apache-2.0

/// The requester of a value: the binding whose factory takes it, or the program itself.
///
/// ```swift
/// Bind(forRequester: { requester in Logger(label: "\(requester.key.type)") })
/// ```
public struct Requester: Sendable, Hashable {
  /// The key of the resolving binding. Its type is the declared type, not the type of the instance.
  public let key: Graph.Key
  /// The module that declares the binding.
  public let module: TypeName
  /// Where the binding is declared; unknown for the program.
  public let location: SourceLocation

  /// Creates a requester, for tests of factories that take one.
  public init(key: Graph.Key, module: TypeName = TypeName(text: "the program"), location: SourceLocation = .unknown) {
    self.key = key
    self.module = module
    self.location = location
  }

  /// The program, which resolves from a container, a scope or a resolver.
  public static let program = Requester(key: Graph.Key(type: TypeName(text: "the program")))
}

extension Bind {
  /// Binds a factory that knows its requester: each binding that takes the value gets one made for it.
  ///
  /// The type is needed, checked, decorated and overridden like any other. Through `T?`, `[T]`, ``Provider``, ``Lazy`` and the like the
  /// requester is the binding that takes those. Values that the program or a resolver resolves, and shared values, are made for
  /// ``Requester/program``.
  ///
  /// - Parameters:
  ///   - type: The type of the key.
  ///   - make: Takes the requester, then any number of dependencies.
  ///   - fileID: Where the binding is written.
  ///   - line: Where the binding is written.
  ///   - column: Where the binding is written.
  public init<each Need>(
    _ type: Value.Type = Value.self, forRequester make: @escaping @Sendable (Requester, repeat each Need) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(SourceLocation(fileID: fileID, line: line, column: column), make)
    declaration.needs[0].need.source = .argument(0)
    declaration.arguments = [TypeName(Requester.self)]
    // Without a requesting bind the requester is the program.
    declaration.defaults = [Requester.program]
  }
}
