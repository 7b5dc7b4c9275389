// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailGraph

/// The modifiers of a binding whose value is known to be an `Object`, although the type of the binding is not known.
protocol ErasedBind: Sendable {
  /// The binding in a list of a module.
  var listed: Bindings { get }
  /// The binding as its type carries it.
  var own: OwnBind { get }
  func setting<Object, Property>(
    _ type: Property.Type, named name: String?, on actors: [(any Actor)?],
    _ set: @escaping @Sendable (Object, () throws -> Property) throws -> Void
  ) -> any ErasedBind
  func requiring<Object, Property>(
    named name: String?, on actor: (any Actor)?, _ set: @escaping @Sendable (Object, Property) throws -> Void
  ) -> any ErasedBind
  func finishing<Object>(on actor: (any Actor)?, _ step: @escaping @Sendable (Object) throws -> Void) -> any ErasedBind
  /// Has every new value be of a type: what follows is about that.
  func checked<Object>(as type: Object.Type) -> any ErasedBind
  func creating<Object>(on actor: (any Actor)?, _ body: @escaping @Sendable (Object) throws -> Void) -> any ErasedBind
  func referring<Object: AnyObject, Relative>(
    on actor: (any Actor)?, _ set: @escaping @Sendable (Object, Relative?) throws -> Void
  ) -> Self
  func awaking<Object>(on actor: (any Actor)?, _ body: @escaping @Sendable (Object) throws -> Void) -> Self
  func sharing(_ scope: Scope.Unshared) -> any ErasedBind
  func declaring<Option: RequestOption>(_ option: Option.Type, _ value: Option.Value) -> Self
  func remade<Made>(by bind: Bind<Made>) -> any ErasedBind
  /// Has the container keep a tree, as a binding with references does.
  func joiningTree() -> any ErasedBind
}

extension Bind: ErasedBind {
  var listed: Bindings { Bindings(self) }

  var own: OwnBind { OwnBind(self, trackedBy: Relatives.self) }

  func setting<Object, Property>(
    _ type: Property.Type, named name: String?, on actors: [(any Actor)?],
    _ set: @escaping @Sendable (Object, () throws -> Property) throws -> Void
  ) -> any ErasedBind {
    changed { bind in
      bind.addProperty(type, named: name, on: actors) { value, new in try set(Bind.cast(value), new) }
    }
  }

  func requiring<Object, Property>(
    named name: String?, on actor: (any Actor)?, _ set: @escaping @Sendable (Object, Property) throws -> Void
  ) -> any ErasedBind {
    requiring(named: name, on: actor) { (value: inout Value, new: Property) in try set(Bind.cast(value), new) }
  }

  func checked<Object>(as type: Object.Type) -> any ErasedBind { creating(on: nil) { (_: Object) in } }

  func finishing<Object>(on actor: (any Actor)?, _ step: @escaping @Sendable (Object) throws -> Void) -> any ErasedBind {
    changed { $0.addStep(on: actor) { value in try step(Bind.cast(value)) } }
  }

  func creating<Object>(on actor: (any Actor)?, _ body: @escaping @Sendable (Object) throws -> Void) -> any ErasedBind {
    changed { $0.finish(on: actor) { value, _ in try body(Bind.cast(value)) } }
  }

  func sharing(_ scope: Scope.Unshared) -> any ErasedBind {
    // The scope of the superclass is no second one.
    changed { bind in
      bind.declaration.namedScope = nil
      bind.setScope(scope.choice)
    }
  }

  func joiningTree() -> any ErasedBind { changed { $0.joinTree() } }

  private static func cast<Object>(_ value: Value) throws -> Object {
    guard let object = value as? Object else {
      throw ResolutionError(
        .wrongType, Graph.Key(type: TypeName(Value.self)),
        "'\(TypeName(Value.self))' carries a binding that is about a '\(TypeName(Object.self))'",
        help: "name the class itself, or one that it inherits from, in its binding")
    }
    return object
  }
}
