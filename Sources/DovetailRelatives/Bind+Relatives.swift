// SPDX-License-Identifier: Apache-2.0
public import Dovetail

extension Bind {
  /// Sets a weak property to the nearest relative of its type, or to nil when there is none.
  ///
  /// This happens once the whole outermost request is built and before any `onAwake` runs. The search begins with the object that this one
  /// was made for, goes on with what else was made for it, in order of creation, then with what was made for those, and then does
  /// the same one level further up, until it ends at the container. What was made for the object itself is not searched. Of a decorated relative it is set to what
  /// the decorators made, or, if that is of another type, to the object inside.
  ///
  /// An object that the program requests by itself has no parent, and that is no error.
  ///
  /// - Parameter property: The property; declare it weak, or the objects keep each other alive. Neither the compiler nor a container can see
  ///   that it is: a key path does not tell. A test whose container is watched for outliving objects fails and names the bind.
  ///   A relative matches when it is of the property's type, whatever it is bound as.
  public func reference<Property>(
    _ property: any ReferenceWritableKeyPath<Value, Property?> & Sendable
  ) -> Self where Value: AnyObject {
    changed {
      $0.declaration.relatives.refer { (value: Value, search) in value[keyPath: property] = search.nearest(Property.self) }
    }
  }

  /// Does something with every new instance once the whole outermost request is built and all references are set: once per instance,
  /// what was made for an object before the object itself.
  ///
  /// A body that belongs to an actor makes the bind belong to that actor, as a factory does. An asynchronous bind cannot have one.
  public func onAwake(_ body: @escaping @isolated(any) @Sendable (Value) -> Void) -> Self {
    changed { bind in
      if let actor = body.isolation { bind.awake(on: actor) }
      // The bind belongs to the actor, so the request that made the value runs there, and ends on the same thread.
      bind.declaration.relatives.awake(withoutIsolation(body, as: (@Sendable (Value) -> Void).self))
    }
  }

  /// Makes the bind belong to the actor of a body that runs when the request is built. An asynchronous request ends on no actor, which is a finding.
  private mutating func awake(on actor: any Actor) {
    guard declaration.marks.contains(.isAsync) else { return finish(on: actor) { _, _ in } }
    let name = ActorWitness.name(of: actor)
    declaration.findings.append(
      Diagnostic(
        .isolationMismatch, .error, "\(declaration.key.quoted) is made asynchronously, but its 'onAwake' belongs to \(name)",
        at: declaration.location, help: "use 'onCreate', which is awaited on \(name), or write 'onAwake' without \(name)"))
  }

  /// Has the container keep a tree, as a bind with references does.
  mutating func joinTree() { declaration.relatives = declaration.relatives }
}

/// Answers references by code: an object that says what its descendants are to be given.
public protocol ReferenceProvider: AnyObject {
  /// The value for a descendant's reference of a type; `nil` to go on searching.
  func reference<Value>(_ type: Value.Type) -> Value?
}
