// SPDX-License-Identifier: Apache-2.0

extension Container {
  /// Which object was made for which. Kept only where a bind that this container was made with has a `reference` or an `onAwake`; otherwise
  /// it holds what was attached by hand and what types made that carry their bind.
  public var tree: ObjectTree { owner.tree }

  /// Returns the value bound to a type, made for an object: that object is the value's parent in the ``tree``.
  ///
  /// - Parameters:
  ///   - type: The type the bind declares.
  ///   - name: Which bind of the type is meant; `nil` for the plain one.
  ///   - parent: Any object; it need not come from the container.
  /// - Throws: `ResolutionError` as `resolve(_:named:)` does.
  public func resolve<Value>(
    _ type: Value.Type = Value.self, named name: String? = nil, parent: AnyObject
  ) throws(ResolutionError) -> Value {
    if isClosed { throw .closed("the container", Key(type, named: name).graphKey) }
    return try request(answer(Key(type, named: name)).slot, for: parent)
  }

  /// Returns the value bound to a type, and hands options over to the container's extensions.
  ///
  /// - Parameters:
  ///   - type: The type the bind declares.
  ///   - name: Which bind of the type is meant; `nil` for the plain one.
  ///   - options: What the extensions are told about this very request; what is needed on the way is not told.
  /// - Throws: `ResolutionError` as `resolve(_:named:)` does.
  public func resolve<Value>(
    _ type: Value.Type = Value.self, named name: String? = nil, options: RequestOptions
  ) throws(ResolutionError) -> Value {
    if isClosed { throw .closed("the container", Key(type, named: name).graphKey) }
    return try Request.run(answer(Key(type, named: name)).slot, in: .container, state: RequestState(options: options))
  }

  /// Gives an object that was made elsewhere what a new one would get: its properties, `onCreate`, its references, `onAwake`.
  ///
  /// - Parameters:
  ///   - object: The object; what is bound for exactly its type says what it gets.
  ///   - parent: Its parent in the ``tree``; `nil` for the container, or to leave it where it is.
  /// - Throws: `ResolutionError` with code `.missing` when nothing is bound for its type.
  public func inject(into object: AnyObject, parent: AnyObject? = nil) throws(ResolutionError) {
    let key = Graph.Key(type: TypeName(type(of: object)))
    if isClosed { throw .closed("the container", key) }
    if planned(key) == nil { _ = try extend(for: key, with: [key]) }
    guard let (plan, index, slot) = planned(key) else { throw ResolutionError.missing(key, in: plan.wiring).from(owner.family) }
    let parameters = plan.entries[index].item.declaration.needs.count { $0.need.place == .parameter }
    let held = Object(object: object)
    let injection = DerivedSlot<Void>(SlotBlueprint(origin: SlotOrigin(slot.step))) { [owner] context throws(ResolutionError) in
      do {
        try Frame.relatives?.adopt(held.object, owner: owner) {
          var needs = Needs(of: slot, context, nil, skipping: parameters)
          return try plan.entries[index].item.finish(held.object, &needs)
        }
      } catch {
        throw ResolutionError(error, through: slot.step)
      }
    }
    return try request(injection, for: parent)
  }

  /// Runs a request whose parent is named; inside another request the parent counts for this part only.
  private func request<Value>(_ slot: Slot, for parent: AnyObject?) throws(ResolutionError) -> Value {
    guard let parent, let session = Frame.relatives else {
      return try Request.run(slot, in: .container, state: RequestState(parent: parent))
    }
    return try session.run(for: parent, owner) { () throws(ResolutionError) -> Value in try Request.run(slot, in: .container) }
  }

  // SAFETY: the object does not leave the calling thread; the closure that holds it is run by this very call.
  private struct Object: @unchecked Sendable {
    let object: AnyObject
  }
}

extension RelativeSession {
  /// Takes an object that was made elsewhere as if it were made now.
  func adopt(_ object: AnyObject, owner: Owner, _ finish: () throws -> Steps) throws {
    let made = begin(isShared: false, owner: owner)
    var isFinished = false
    defer { end(made, isFinished: isFinished) }
    made.object = object
    made.steps = try finish()
    isFinished = true
  }
}
