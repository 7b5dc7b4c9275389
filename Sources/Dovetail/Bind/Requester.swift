// SPDX-License-Identifier: Apache-2.0

/// The requester of a value: the bind whose factory takes it, or the program itself.
///
/// ```swift
/// Bind(forRequester: { requester in Logger(label: "\(requester.key.type)") })
/// ```
public struct Requester: Sendable, Hashable {
  /// The key of the requesting bind. Its type is the declared type, not the type of the instance.
  public let key: Graph.Key
  /// The module that declares the bind.
  public let module: TypeName
  /// Where the bind is declared; unknown for the program.
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
  /// Binds a factory that knows its requester: each bind that takes the value gets one made for it.
  ///
  /// The type is needed, checked, decorated and overridden like any other. Through `T?`, `[T]`, ``Provider``, ``Lazy`` and the like the
  /// requester is the bind that takes those. Values that the program or a resolver requests, and shared values, are made for
  /// ``Requester/program``.
  ///
  /// - Parameters:
  ///   - type: The type of the key.
  ///   - make: Takes the requester, then any number of needs.
  ///   - fileID: Where the bind is written.
  ///   - line: Where the bind is written.
  ///   - column: Where the bind is written.
  public init<each Need>(
    _ type: Value.Type = Value.self,
    forRequester make: @escaping @Sendable (Requester, repeat each Need) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    var declaration = Declaration(key: Graph.Key(type: TypeName(type)), location: location)
    var requester = DeclaredNeed(Requester.self)
    requester.need.source = .argument(0)
    declaration.needs = [requester]
    for need in repeat (each Need).self { declaration.needs.append(DeclaredNeed(need)) }
    declaration.arguments = [TypeName(Requester.self)]
    // Without a requesting bind the requester is the program.
    declaration.defaults = [Requester.program]
    self.init(declaration) { needs in try make(needs.take(Requester.self), repeat needs.take((each Need).self)) }
  }
}

extension Linker {
  /// A slot that passes the requester to another slot; that slot itself when its bind takes no requester, or shares its value.
  func told(_ slot: Slot, for request: LinkedNeed) -> Slot {
    guard slot.argumentTypes.first?.type == Requester.self, slot.step.scope == .transient else { return slot }
    // The requester of a decorated value is the requester of the decorator.
    guard request.requester >= 0, request.need.source == .bound, !request.givesArguments, let slot = slot as? any TellableSlot
    else {
      return slot
    }
    let step = request.maker.requester
    return slot.made(for: Requester(key: step.key, module: step.module, location: step.location))
  }
}

extension Linker.LinkedNeed {
  /// Whether the factory takes an ``Requester``.
  fileprivate var givesArguments: Bool { need.wrappers.prefix(link.depth).contains { !$0.arguments.isEmpty } }
}

/// A slot of an erased type that takes a requester.
private protocol TellableSlot: Slot {
  func made(for requester: Requester) -> Slot
}

extension TypedSlot: TellableSlot {
  /// A slot that makes this one's value for a requester.
  fileprivate func made(for requester: Requester) -> Slot {
    let blueprint = SlotBlueprint(origin: SlotOrigin(step), needCount: 1, depth: depth + 1, awaits: awaits)
    let told = DerivedSlot<Value>(blueprint) { [self] context throws(ResolutionError) in
      let block = ArgumentBlock([requester], for: self)
      defer { block.end() }
      return try get(context, block.arguments)
    }
    told.connect([self])
    return told
  }
}
