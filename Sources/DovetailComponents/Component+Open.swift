// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime

extension Component {
  /// Opens a component whose asynchronous parts are made first, so that its members read them without awaiting.
  ///
  /// ```swift
  /// final class Office: Component {
  ///   let instances = Instances()
  ///   let database: Database
  ///   init(database: Database) { self.database = database }
  ///
  ///   var store: Store { single { Store(database: database) } }
  /// }
  ///
  /// let office = try await Office.open { opening in
  ///   Office(database: try await opening.make(onClose: { try await $0.close() }) { try await Database(path: path) })
  /// }
  /// ```
  ///
  /// Each part is an input of the component: it is stored, never missing, and a test passes another one to the initializer. The values made by `opening` close
  /// with the component, after every value that its members have made, the newest first. When the closure throws, the parts made until then are closed before
  /// the error is passed on.
  ///
  /// - Parameter make: Makes the parts, and returns a new component that holds them. Parts may be made at the same time, with `async let`.
  /// - Returns: The component.
  /// - Throws: The closure's error; if a part then fails to close, a `CloseError` with that error as its `cause`. `ResolutionError` with code `.closed` when
  ///   the component has closed meanwhile, and `.unshareable` when it was opened before; the parts are closed then.
  public nonisolated(nonsending) static func open(
    _ make: nonisolated(nonsending) (Opening) async throws -> Self
  ) async throws -> Self {
    let opening = Opening(Self.self)
    do {
      let component = try await make(opening)
      try opening.end(in: component.instances)
      return component
    } catch let cause {
      let failures = await opening.parts.end().run()
      do { try CloseError.check(failures, of: CloseOwner.component(Self.self).description) } catch {
        throw error.caused(by: cause)
      }
      throw cause
    }
  }
}

/// Makes the asynchronous parts of a component, and closes them with it; see ``Component/open(_:)``.
public final class Opening: Sendable {
  private let owner: any Any.Type
  fileprivate let parts = Lifetime()
  /// The owner of the parts to come: the component, once it is open.
  private let home: Lock<Lifetime>

  init(_ owner: any Any.Type) {
    self.owner = owner
    home = Lock(parts)
  }

  /// Makes a part of the component.
  ///
  /// The parameters are those of a `single` member; the factory runs where the caller runs.
  ///
  /// - Returns: The value.
  /// - Throws: `ResolutionError` with code `.failed` when the factory throws, `.closed` when the component has closed meanwhile;
  ///   `CancellationError` as it comes.
  public nonisolated(nonsending) func make<Value: Sendable>(
    _ type: Value.Type = Value.self, onClose: (@Sendable (Value) throws -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ make: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    return try await self.make(location, onClose.map { .now($0) }, make)
  }

  /// Makes a part of the component, and awaits its `onClose`.
  ///
  /// It is like a part that closes without awaiting, but the component has to be closed by `try await close()`.
  public nonisolated(nonsending) func make<Value: Sendable>(
    _ type: Value.Type = Value.self, onClose: (@Sendable (Value) async throws -> Void)?,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ make: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    try await self.make(SourceLocation(fileID: fileID, line: line, column: column), onClose.map(CloseHook.awaiting), make)
  }

  private nonisolated(nonsending) func make<Value: Sendable>(
    _ location: SourceLocation, _ onClose: CloseHook<Value>?, _ make: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    let step = ResolutionError.Step(member: Graph.Key(type: TypeName(Value.self)), in: .single, of: owner, at: location)
    let value: Value
    do { value = try await make() } catch let error as CancellationError { throw error } catch {
      throw ResolutionError(error, through: step)
    }
    guard let onClose, let action = OnClose([onClose], owner: .component(owner), step: step) else { return value }
    let entry = CloseEntry(action, Cell(holding: value))
    // Under the lock, so that no part goes to a lifetime whose entries the component has taken.
    if !home.withLock({ $0.add(entry) }) { throw action.owner.closed(step, after: await PendingCloses([entry]).run()) }
    return value
  }

  /// Hands the parts to the component, with which they close.
  func end(in instances: Instances) throws(ResolutionError) {
    let key = Graph.Key(type: TypeName(owner))
    let isFirst = home.withLock { home in
      guard instances.keep(parts) else { return false }
      home = instances.lifetime
      return true
    }
    guard isFirst else {
      throw ResolutionError(
        .unshareable, key, "the component \(key.quoted) was opened already, and would have parts of two openings",
        help: "return a new component from the closure of open { … }")
    }
    if instances.isClosed {
      let owner = CloseOwner.component(owner).description
      throw .closed(owner, key).trying("\(owner) was opened", help: "open it before that")
    }
  }
}
