// SPDX-License-Identifier: Apache-2.0

/// The requester of a value: the bind whose factory takes it, or the program itself.
///
/// ```swift
/// Bind(forAsker: { asker in Logger(label: "\(asker.key.type)") })
/// ```
public struct Asker: Sendable, Hashable {
  /// The key of the requesting bind. Its type is the declared type, not the type of the instance.
  public let key: Graph.Key
  /// The module that declares the bind.
  public let module: TypeName
  /// Where the bind is declared; unknown for the program.
  public let location: SourceLocation

  /// Creates an asker, for tests of factories that take one.
  public init(key: Graph.Key, module: TypeName = TypeName(text: "the program"), location: SourceLocation = .unknown) {
    self.key = key
    self.module = module
    self.location = location
  }

  /// The program, which resolves from a container, a scope or a resolver.
  public static let program = Asker(key: Graph.Key(type: TypeName(text: "the program")))
}

extension Bind {
  /// Binds a factory that knows its requester: each bind that takes the value gets one made for it.
  ///
  /// The type is needed, checked, decorated and overridden like any other. Through `T?`, `[T]`, ``Provider``, ``Lazy`` and the like the
  /// asker is the bind that takes those. Values that the program or a resolver requests, and shared values, are made for
  /// ``Asker/program``.
  ///
  /// - Parameters:
  ///   - type: The type of the key.
  ///   - make: Takes the asker, then any number of needs.
  ///   - fileID: Where the bind is written.
  ///   - line: Where the bind is written.
  ///   - column: Where the bind is written.
  public init<each Need>(
    _ type: Value.Type = Value.self,
    forAsker make: @escaping @Sendable (Asker, repeat each Need) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    var declaration = Declaration(key: Graph.Key(type: TypeName(type)), location: location)
    var asker = NeedRequest(Asker.self)
    asker.need.source = .argument(0)
    declaration.needs = [asker]
    for need in repeat (each Need).self { declaration.needs.append(NeedRequest(need)) }
    declaration.arguments = [TypeName(Asker.self)]
    // Without a requesting bind the asker is the program.
    declaration.defaults = [Asker.program]
    self.init(declaration) { needs in try make(needs.take(Asker.self), repeat needs.take((each Need).self)) }
  }
}

extension Linker {
  /// A slot that passes the asker to another slot; that slot itself when its bind takes no asker, or shares its value.
  func told(_ slot: Slot, for request: Request) -> Slot {
    guard slot.argumentTypes.first?.type == Asker.self, slot.step.scope == .transient else { return slot }
    // The asker of a decorated value is the asker of the decorator.
    guard request.asker >= 0, request.need.source == .bound, !request.givesArguments, let slot = slot as? any TellableSlot else {
      return slot
    }
    let step = request.maker.asker
    return slot.made(for: Asker(key: step.key, module: step.module, location: step.location))
  }
}

extension Linker.Request {
  /// Whether the factory takes an ``Asker``.
  fileprivate var givesArguments: Bool { need.wrappers.prefix(link.depth).contains { !$0.arguments.isEmpty } }
}

/// A slot of an erased type that takes an asker.
private protocol TellableSlot: Slot {
  func made(for asker: Asker) -> Slot
}

extension TypedSlot: TellableSlot {
  /// A slot that makes this one's value for an asker.
  fileprivate func made(for asker: Asker) -> Slot {
    let blueprint = SlotBlueprint(origin: SlotOrigin(step), needCount: 1, depth: depth + 1, awaits: awaits)
    let told = DerivedSlot<Value>(blueprint) { [self] context throws(ResolutionError) in
      let block = ArgumentBlock([asker], for: self)
      defer { block.end() }
      return try get(context, block.arguments)
    }
    told.connect([self])
    return told
  }
}
