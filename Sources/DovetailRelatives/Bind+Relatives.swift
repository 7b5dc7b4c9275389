// SPDX-License-Identifier: Apache-2.0
public import Dovetail

extension Bind {
  /// Sets a weak property to the nearest relative of its type, or to nil when there is none.
  ///
  /// This happens once the whole top-level resolution is built and before any `onAwake` runs. The search begins with the object that this one
  /// was made for, goes on with what else was made for it, in order of creation, then with what was made for those, and then does
  /// the same one level further up, until it ends at the container. What was made for the object itself is not searched. Of a decorated relative it is set to what
  /// the decorators made, or, if that is of another type, to the object inside.
  ///
  /// An object that the program resolves by itself has no parent, and that is no error. Under the container, a reference finds what is made in the
  /// object's open scope, then what is made in the scopes around that one, then what is made in no scope; never what hangs on another scope. What has a parent
  /// is found with that parent, whichever scope made it.
  ///
  /// What another thread has resolved without a scope is found there as well, also where it is not `Sendable`. A thread that resolves such objects opens a
  /// scope for them, or names a parent.
  ///
  /// - Parameter property: The property; declare it weak, or the objects keep each other alive. Neither the compiler nor a container can see
  ///   that it is: a key path does not tell. A test whose container is watched for outliving objects fails and names the binding.
  ///   A relative matches when it is of the property's type, whatever it is bound as.
  public func reference<Property>(
    _ property: any ReferenceWritableKeyPath<Value, Property?> & Sendable
  ) -> Self where Value: AnyObject {
    changed {
      $0.declaration.relatives.refer { (value: Value, search) in value[keyPath: property] = search.nearest(Property.self) }
    }
  }

  /// Sets a weak property of the main actor to the nearest relative of its type, which makes the binding belong to that actor, as a factory does.
  ///
  /// - Parameters:
  ///   - property: The property; declare it weak.
  ///   - actor: The actor of the property.
  public func reference<Property>(
    _ property: @escaping @autoclosure @MainActor @Sendable () -> ReferenceWritableKeyPath<Value, Property?>,
    on actor: MainActor.Type = MainActor.self
  ) -> Self where Value: AnyObject {
    let property = IsolatedFunction(property).plain
    return referring(on: MainActor.shared) { (value: Value, found) in value[keyPath: try property()] = found }
  }

  /// Hands every new object the nearest relative of a type, or nil when there is none, in a closure that sets a weak property.
  ///
  /// ```swift
  /// Bind(Wheel.init).reference { @Workshop in $0.car = $1 }
  /// ```
  ///
  /// For properties of which there is no key path, as those of an actor of your own. A closure that belongs to an actor makes the binding belong to that
  /// actor, as a factory does. An asynchronous binding cannot have one. The rest is as for a key path.
  public func reference<Relative>(
    set: @escaping @isolated(any) @Sendable (Value, Relative?) -> Void
  ) -> Self where Value: AnyObject {
    let run = IsolatedFunction(set).plain
    return referring(on: set.isolation) { (value: Value, found) in try run(value, found) }
  }

  /// Does something with every new instance once the whole top-level resolution is built and all references are set: once per instance,
  /// what was made for an object before the object itself.
  ///
  /// A body that belongs to an actor makes the binding belong to that actor, as a factory does. An asynchronous binding cannot have one.
  public func onAwake(_ body: @escaping @isolated(any) @Sendable (Value) -> Void) -> Self {
    awaking(on: body.isolation, IsolatedFunction(body).plain)
  }

  /// Adds what runs when the resolution is built, on an actor, if there is one.
  func awaking<Object>(on actor: (any Actor)?, _ body: @escaping @Sendable (Object) throws -> Void) -> Self {
    changed { bind in
      bind.end(on: actor, "onAwake", instead: "use 'onCreate', which is awaited on")
      // The closures of programs that end here do not throw.
      bind.declaration.relatives.awake { (object: Object) in try? body(object) }
    }
  }

  /// Adds a reference that is set on an actor, if there is one.
  func referring<Object: AnyObject, Relative>(
    on actor: (any Actor)?, _ set: @escaping @Sendable (Object, Relative?) throws -> Void
  ) -> Self {
    changed { bind in
      bind.end(on: actor, "reference", instead: "make it synchronously on")
      bind.declaration.relatives.refer { (object: Object, search) in try? set(object, search.nearest(Relative.self)) }
    }
  }

  /// Makes the binding belong to the actor of a closure that runs when the resolution is built, which is on the same thread. An asynchronous resolution ends
  /// on no actor, which is a diagnostic.
  private mutating func end(on actor: (any Actor)?, _ modifier: String, instead: String) {
    guard let actor else { return }
    let name = ActorWitness.name(of: actor)
    let finding: @Sendable (Declaration) -> Diagnostic = { declaration in
      Diagnostic(
        .isolationMismatch, .error, "\(declaration.key.quoted) is made asynchronously, but its '\(modifier)' belongs to \(name)",
        at: declaration.location, help: "\(instead) \(name), or write '\(modifier)' without \(name)")
    }
    if declaration.isAsync { declaration.report(finding) } else { finish(on: actor) { _, _ in } }
    declaration.relatives.findingIfAsync = declaration.relatives.findingIfAsync ?? finding
  }

  /// Has the container keep a tree, as a binding with references does.
  mutating func joinTree() { declaration.relatives = declaration.relatives }
}

/// Answers references by code: an object that says what its descendants are to be given.
public protocol ReferenceProvider: AnyObject {
  /// The value for a descendant's reference of a type; `nil` to go on searching.
  func reference<Value>(_ type: Value.Type) -> Value?
}
