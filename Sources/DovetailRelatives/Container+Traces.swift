// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailGraph
internal import DovetailRuntime

// The resolutions of other modules on behalf of an object.
extension Container {
  /// Returns the value bound to a key, made for an object.
  ///
  /// - Throws: `ResolutionError` as `resolve(_:named:)` does.
  func resolve<Value>(
    _ key: Key<Value>, for parent: AnyObject, trackedBy tracker: any ResolutionTracker.Type
  ) throws(ResolutionError) -> Value {
    try request(slot(for: key), for: parent, tracker)
  }

  /// Returns a value that is made with run-time arguments, for an object: a new one, unless the binding shares its value. Then
  /// the arguments of the first caller count.
  ///
  /// - Throws: `ResolutionError`, with code `.wrongArguments` when the binding takes others.
  func resolve<Value, First, each Argument>(
    _ key: Key<Value>, for parent: AnyObject, trackedBy tracker: any ResolutionTracker.Type, arguments first: First,
    _ argument: repeat each Argument
  ) throws(ResolutionError) -> Value {
    let slot = try slot(for: key)
    return try Arguments.keeping(first, repeat each argument, for: slot) { arguments throws(ResolutionError) in
      try request(slot, for: parent, tracker, arguments)
    }
  }

  /// Completes an object that was made elsewhere like a new one.
  ///
  /// - Parameters:
  ///   - object: The object; the binding of exactly its type describes its properties.
  ///   - parent: The object that it counts as made for; `nil` for the container, or to leave it where it is.
  ///   - tracker: The module that follows the resolution.
  /// - Throws: `ResolutionError` with code `.missing` when nothing is bound for its type.
  func finish(
    _ object: AnyObject, for parent: AnyObject?, trackedBy tracker: any ResolutionTracker.Type
  ) throws(ResolutionError) {
    let key = Graph.Key(type: TypeName(type(of: object)))
    let (slot, item) = try bound(to: key)
    let parameters = item.declaration.needs.count { $0.need.place == .parameter }
    let (held, place) = (HeldObject(object), parent.map { HeldObject($0) })
    let finishing = Slot.derived(SlotConfiguration(origin: slot.origin)) { [owner] context throws(ResolutionError) in
      do {
        try RequestTrace.current?.adopt(
          held.object, under: place?.object, owner: owner, item.declaration.attached.tracker, tracker
        ) {
          try item.finish(held.object, Needs(of: slot, context, nil, skipping: parameters), in: owner)
        }
      } catch {
        throw ResolutionError(error, through: slot.step)
      }
    }
    return try request(finishing, for: parent, tracker)
  }

  /// Runs a resolution, alone or inside another one, for a named parent.
  private func request<Value>(
    _ slot: Slot, for parent: AnyObject?, _ tracker: any ResolutionTracker.Type, _ arguments: Arguments? = nil
  ) throws(ResolutionError) -> Value {
    let around = RequestTrace.current
    let trace = around ?? RequestTrace()
    return try trace.run(for: parent, owner, trackedBy: tracker) { () throws(ResolutionError) -> Value in
      try request(slot, arguments, around == nil ? RequestState(trace: trace) : nil)
    }
  }
}

extension BindContent {
  /// Applies the steps for a new value to an object that was made elsewhere, within the extensions of the container.
  fileprivate func finish(_ object: AnyObject, _ needs: Needs, in owner: ContainerContext) throws {
    func finish<Value>(_ type: Value.Type) throws {
      guard var value = object as? Value else { return }
      let bind = Bind<Value>(self)
      try bind.checkKeeper()
      try owner.setNeeds(of: value, as: declaration) {
        // From the first one on, each time that an extension calls it.
        var needs = needs
        for step in bind.details.steps { try step(&value, &needs) }
      }
    }
    try _openExistential(type, do: finish)
  }
}

extension RequestTrace {
  /// Runs a resolution as part of this one, with a parent if the caller names one: it counts as an object that is being made by the caller's container.
  fileprivate func run<Value>(
    for parent: AnyObject?, _ owner: ContainerContext, trackedBy tracker: any ResolutionTracker.Type,
    _ request: () throws(ResolutionError) -> Value
  ) throws(ResolutionError) -> Value {
    self.tracker = tracker
    guard let parent else { return try request() }
    let stand = Made(inside: innermost, isShared: false, owner: owner)
    stand.object = parent
    innermost = stand
    defer { innermost = stand.outer }
    return try request()
  }

  /// Treats an object that was made elsewhere as if it were made now. It leaves the place that it has only for a parent.
  fileprivate func adopt(
    _ object: AnyObject, under parent: AnyObject?, owner: ContainerContext, _ note: (any ResolutionTracker)?,
    _ tracker: any ResolutionTracker.Type, _ finish: () throws -> Void
  ) throws {
    let made = begin(isShared: false, owner: owner, trackedBy: tracker)
    defer { end(made) }
    made.object = object
    try finish()
    made.finish(object, note)
    if let parent { made.owner.tree.attach(object, to: parent) }
  }
}
