// SPDX-License-Identifier: Apache-2.0

/// For whom a value is made: the bind whose factory takes it, or the program itself.
///
/// ```swift
/// Bind(forAsker: { asker in Logger(label: "\(asker.key.type)") })
/// ```
public struct Asker: Sendable, Hashable {
  /// What is bound for whom: the key of the bind, whose type is the one that is asked for and not the one behind it.
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

  /// The program, which asks a container, a scope or a resolver.
  public static let program = Asker(key: Graph.Key(type: TypeName(text: "the program")))
}

extension Bind {
  /// Binds what a factory makes for whoever needs it: every bind that takes the value gets one that was made for it.
  ///
  /// The type is needed, checked, wrapped and replaced as any other. Through `T?`, `[T]`, ``Provider``, ``Lazy`` and the like the asker
  /// stays who takes those. What the program asks for is made for ``Asker/program``, and so is what a resolver is asked for and what is
  /// shared: that belongs to nobody in particular.
  ///
  /// - Parameters:
  ///   - type: The type under which the value is asked for.
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
    // What nobody in particular asks for is made for the program.
    declaration.defaults = [Asker.program]
    self.init(declaration) { needs in try make(needs.take(Asker.self), repeat needs.take((each Need).self)) }
  }
}

extension Linker {
  /// A slot that tells another one who asks; the other one itself when its bind does not want to know, or makes what is shared.
  func told(_ slot: Slot, for request: Request) -> Slot {
    guard slot.argumentTypes.first?.type == Asker.self, slot.step.scope == .transient else { return slot }
    // What a decorator wraps is made for whoever asks for the decorator.
    guard request.asker >= 0, request.need.source == .bound, !request.givesArguments, let slot = slot as? any TellableSlot else {
      return slot
    }
    let step = request.maker.asker
    return slot.made(for: Asker(key: step.key, module: step.module, location: step.location))
  }
}

extension Linker.Request {
  /// Whether the asker says for whom the value is made, through a factory that takes an ``Asker``.
  fileprivate var givesArguments: Bool { need.wrappers.prefix(link.depth).contains { !$0.arguments.isEmpty } }
}

/// A slot whose type is not known where it is told who asks.
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
