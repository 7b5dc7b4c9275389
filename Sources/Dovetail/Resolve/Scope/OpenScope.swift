// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// A scope that is open: resolves the bindings of its kind, of the kinds around it and of the container.
///
/// Closing releases all of its values, even while the scope itself is still referenced.
public final class OpenScope: Sendable {
  let container: Container
  private let shape: ScopeShape
  /// The scope around it, which is also reached through this one. It stays entered as long as there are values here.
  package let outer: OpenScope?
  /// The values: one for every bind of the kind, inputs included.
  private let cells: [Cell]
  /// The values of slots that joined after the container was made.
  private let late = Lock<[ObjectIdentifier: Cell]>([:])
  /// The requests in the scope. It ends when the scope closes; then the last one to leave releases the values.
  let users = UsageCount()
  package let lifetime = Lifetime()
  /// Whether `withScope` closes it at the end of its closure, with code that cannot await.
  private let closesAtOnce = Atomic<Bool>(false)
  /// Where the scope was opened.
  let location: SourceLocation
  /// The index of the binding whose code has opened the scope, and sees in it what is private to its module; `nil` for the program.
  let requester: Int?
  /// The position in the order of what was opened beside it.
  let number: Int

  /// - Parameter outer: The scope around it, which the caller has entered for it.
  init(
    _ shape: ScopeShape, container: Container, around outer: OpenScope?, at location: SourceLocation, askedBy requester: Int?
  ) {
    (self.container, self.location, self.shape, self.outer, self.requester) = (container, location, shape, outer, requester)
    number = (outer?.lifetime ?? container.owner.lifetime).nextOpening()
    cells = shape.value.types.map { Cell(of: $0) }
  }

  deinit { if !users.hasEnded { drop() } }

  var kind: any ScopeKind.Type { shape.value.kind }

  var id: ObjectIdentifier { shape.value.id }

  /// The scope in words, for errors.
  var name: String { CloseOwner.scope(kind).description }

  /// Whether the scope, one around it or its container has closed.
  public var isClosed: Bool { isOver || container.isClosed }

  /// Whether it will be closed by code that cannot await.
  var refusesAwaited: Bool { closesAtOnce.load(ordering: .acquiring) || outer?.refusesAwaited ?? false }

  /// Whether this scope or one around it has closed.
  private var isOver: Bool { users.hasEnded || outer?.isOver ?? false }

  /// The scope of a kind: this one, or the nearest around it.
  func find(_ kind: ObjectIdentifier) -> OpenScope? {
    if id == kind { return self }
    var scope = outer
    while let current = scope, current.id != kind { scope = current.outer }
    return scope
  }

  /// Where the value of a cell lies, here or in a scope around this one, if it is ready.
  func ready(_ cellIndex: CellIndex) -> Address? {
    shape.value.identity == cellIndex.layout ? cells[cellIndex.index].ready : outer?.ready(cellIndex)
  }

  /// Whether this is a scope, or inside it.
  package func lies(in scope: OpenScope) -> Bool { self === scope || outer?.lies(in: scope) ?? false }

  /// The cell of a slot: the one with its index, or, if the slot joined after the container was made, one of its own. An input has one in every scope.
  func cell(of slot: Slot, _ cellIndex: CellIndex?) -> Cell {
    if let cellIndex {
      if cellIndex.layout == shape.value.identity { return cells[cellIndex.index] }
      if cellIndex.isInput, let input = shape.value.inputs.first(where: { $0.type == ObjectIdentifier(slot.type) }) {
        return cells[input.index]
      }
    }
    return late.withLock { late in
      if let cell = late[ObjectIdentifier(slot)] { return cell }
      let cell = Cell(of: slot.type)
      late[ObjectIdentifier(slot)] = cell
      return cell
    }
  }

  /// Stores an input when the scope opens, before another thread can see the scope. An overridden input is left out.
  func fill<Value>(with value: Value) {
    let type = ObjectIdentifier(Value.self)
    for input in shape.value.inputs where input.type == type { cells[input.index].fill(with: value) }
    container.owner.observers?.know(value, of: Event.Subject(scope: TypeName(kind)))
  }

  /// Destroys the values; called when there are no readers any more.
  private func letGo() {
    for cell in cells { cell.clear() }
    for cell in late.withLock({ $0 }).values { cell.clear() }
    outer?.leave()
  }
}

/// A request enters the scope first, so that its values stay.
extension OpenScope {
  /// Lets the caller use the scope until it calls ``leave()``.
  ///
  /// - Returns: Whether it may; `false` when the scope, one around it or the container has closed.
  func enter() -> Bool {
    if container.isClosed || !users.enter() { return false }
    guard let outer, outer.isOver else { return true }
    leave()
    return false
  }

  /// Lets the caller use the scope until it calls ``leave()``.
  ///
  /// - Throws: `ResolutionError` with code `.closed`.
  func enter(for key: @autoclosure () -> Graph.Key) throws(ResolutionError) { if !enter() { throw closed(for: key()) } }

  /// The same for code that the closing of the scope may wait for: until its last value is closed.
  func enterWhileClosing(for key: Graph.Key) throws(ResolutionError) {
    guard users.enterWhileUsed() else { throw closed(for: key) }
    guard lifetime.isEnded || container.lifetime.isEnded else { return }
    leave()
    throw closed(for: key)
  }

  /// Enters once more, for a user that stays longer than the caller, which has entered.
  func enterAgain() { users.enterAgain() }

  func leave() { if users.leave() { letGo() } }
}

/// Keeps the values of a scope for a user that outlives the request: a build that others may await as well.
final class ScopeUse: Sendable {
  let scope: OpenScope

  /// - Parameter scope: A scope that the caller has entered.
  init(_ scope: OpenScope) {
    self.scope = scope
    scope.enterAgain()
  }

  deinit { scope.leave() }
}

extension OpenScope {
  /// Registers with what the scope is opened in, and reports to the observers. Called once, before the scope is handed out.
  func opened() throws(ResolutionError) {
    if !home.adopt(self, number) { throw closed(for: Graph.Key(type: TypeName(kind))) }
    guard let observers = container.owner.observers else { return }
    observers.tell(opened: self, TypeName(kind), at: location)
    observers.tell(.scopeOpened, and: .scopeClosed, of: Event.Subject(scope: TypeName(kind)), after: lifetime)
  }

  /// Runs a closure in which this scope is the current one, then closes the scope.
  func run<Result>(_ body: (OpenScope) throws -> Result) throws -> Result {
    closesAtOnce.store(true, ordering: .releasing)
    let result: Result
    do { result = try asCurrent { try body(self) } } catch { throw closing(after: error) }
    try closeForGood()
    return result
  }

  /// Runs an asynchronous closure in which this scope is the current one, then closes the scope.
  nonisolated(nonsending) func run<Result>(
    _ body: nonisolated(nonsending) (OpenScope) async throws -> Result
  ) async throws -> Result {
    let result: Result
    do { result = try await OpenScope.$around.withValue(aroundInside) { try await body(self) } } catch {
      throw await closing(after: error)
    }
    try await close()
    return result
  }

  /// Closes the scope because of an error.
  ///
  /// - Returns: That error, or the one of the closing, which it has caused.
  func closing(after error: any Error) -> any Error {
    do { try closeForGood() } catch let failure { return failure.caused(by: error) }
    return error
  }

  /// Closes the scope because of an error, and awaits that.
  nonisolated(nonsending) func closing(after error: any Error) async -> any Error {
    do { try await close() } catch let failure { return failure.caused(by: error) }
    return error
  }
}

/// Where a request looks for scoped values: nowhere, or in an open scope and those around it; and whether its values are kept by that scope.
///
/// The caller that begins a request, or a build that outlives the request, has entered the scope until that has ended; a scope enters those around it.
package struct Context: Sendable {
  private struct Traits: OptionSet, Sendable {
    let rawValue: UInt8
    static let kept = Traits(rawValue: 1)
    static let waitedFor = Traits(rawValue: 2)
  }

  let scope: OpenScope?
  /// In one byte: a context is handed on at every step.
  private let traits: Traits

  init(scope: OpenScope?, isKept: Bool = false, isWaitedFor: Bool = false) {
    var traits: Traits = isKept ? .kept : []
    if isWaitedFor { traits.insert(.waitedFor) }
    (self.scope, self.traits) = (scope, traits)
  }

  /// Whether the value is made for one that the open scope keeps. Its deferred needs must not keep the scope in turn.
  var isKept: Bool { traits.contains(.kept) }

  /// Whether the closing of the scope may wait for the request, which is given what is ready until the end.
  var isWaitedFor: Bool { traits.contains(.waitedFor) }

  /// Identifies open scopes, while they are open.
  var scopeID: ObjectIdentifier? { scope.map { ObjectIdentifier($0) } }

  package static var container: Context { Context(scope: nil) }

  /// The context for the needs of a value that the open scope of a kind keeps.
  func kept(in kind: ObjectIdentifier) -> Context { Context(scope: scope?.find(kind) ?? scope, isKept: true) }
}

/// The index of one bind's cell in every open scope of a layout.
struct CellIndex: Sendable {
  /// See ``ScopeLayout/identity``.
  let layout: ObjectIdentifier
  let index: Int
  let isInput: Bool
}

/// What open scopes of a kind keep.
struct ScopeLayout: Sendable {
  let kind: any ScopeKind.Type
  let id: ObjectIdentifier
  /// The kind that has to be open around this one, if the container is not enough.
  let parentID: ObjectIdentifier?
  /// The type of the value at each index, inputs included.
  private(set) var types: [any Any.Type] = []
  /// The inputs that are not overridden, each with its index.
  private(set) var inputs: [(type: ObjectIdentifier, index: Int)] = []
  /// Tells the layout from one that another container has begun for the kind by itself. The layouts of children, which only add to it, have the same.
  var identity: ObjectIdentifier { ObjectIdentifier(origin) }
  private let origin = Boxed(())

  init(_ kind: any ScopeKind.Type) {
    (self.kind, id) = (kind, ObjectIdentifier(kind))
    parentID = kind.parent == ContainerScope.self ? nil : ObjectIdentifier(kind.parent)
  }

  /// Adds a cell for a value of a type, behind the existing ones: they stay the same in the scopes of a child container.
  mutating func addCell(for type: any Any.Type, isInput: Bool) -> CellIndex {
    types.append(type)
    if isInput { inputs.append((ObjectIdentifier(type), types.count - 1)) }
    return CellIndex(layout: identity, index: types.count - 1, isInput: isInput)
  }
}

/// The layout in the form in which open scopes share it.
typealias ScopeShape = Boxed<ScopeLayout>
