// SPDX-License-Identifier: Apache-2.0
public import Dovetail

extension Container {
  /// Which object was made for which. Kept only where a binding that this container was made with has a `reference` or an `onAwake`; otherwise
  /// it holds what was attached by hand and what types made that carry their binding.
  public var tree: ObjectTree { owner.tree }

  /// Returns the value bound to a type, made for an object: that object is the value's parent in the `tree`.
  ///
  /// - Parameters:
  ///   - type: The type the binding declares.
  ///   - name: Which binding of the type is meant; `nil` for the plain one.
  ///   - parent: Any object; it need not come from the container.
  ///   - isolation: The actor of the calling code, with which the value stays.
  /// - Throws: `ResolutionError` as `resolve(_:named:)` does.
  public func resolve<Value>(
    _ type: Value.Type = Value.self, named name: String? = nil, parent: AnyObject,
    isolation: isolated (any Actor)? = #isolation
  ) throws(ResolutionError) -> Value {
    try ActorClaim.request(on: isolation) { () throws(ResolutionError) -> Value in
      try resolve(Key(type, named: name), for: parent, trackedBy: Relatives.self)
    }
  }

  /// Returns a value that is made with run-time arguments, for an object: that object is the parent of a new
  /// value in the `tree`. The value is a new one, unless the binding shares it. Then the arguments of the first caller count.
  ///
  /// - Parameters:
  ///   - type: The type the binding declares.
  ///   - name: Which binding of the type is meant; `nil` for the plain one.
  ///   - parent: Any object; it need not come from the container.
  ///   - first: The first argument.
  ///   - argument: The others, in their order.
  ///   - isolation: The actor of the calling code, with which the value stays.
  /// - Throws: `ResolutionError`, with code `.wrongArguments` when the binding takes others.
  public func resolve<Value, First, each Argument>(
    _ type: Value.Type = Value.self, named name: String? = nil, parent: AnyObject, arguments first: First,
    _ argument: repeat each Argument, isolation: isolated (any Actor)? = #isolation
  ) throws(ResolutionError) -> Value {
    try ActorClaim.request(on: isolation) { () throws(ResolutionError) -> Value in
      try resolve(
        Key(type, named: name), for: parent, trackedBy: Relatives.self, arguments: first, repeat each argument)
    }
  }

  /// Gives an object that was made elsewhere what a new one would get: its properties, `onCreate`, its references, `onAwake`; and what the extensions do when
  /// they set the dependencies of a new object.
  ///
  /// - Parameters:
  ///   - object: The object; what is bound for exactly its type says what it gets.
  ///   - parent: Its parent in the `tree`, under which it moves; `nil` for the container, or to leave it where it is.
  ///   - isolation: The actor of the calling code, with which its properties stay.
  /// - Throws: `ResolutionError` with code `.missing` when nothing is bound for its type, `.isolated` when its properties or hooks belong to an actor that keeps
  ///   such objects, and the calling code does not.
  public func inject(
    into object: AnyObject, parent: AnyObject? = nil, isolation: isolated (any Actor)? = #isolation
  ) throws(ResolutionError) {
    try ActorClaim.request(on: isolation) { () throws(ResolutionError) in
      try finish(object, for: parent, trackedBy: Relatives.self)
    }
  }
}

extension ContainerContext {
  /// Which object was made for which.
  var tree: ObjectTree { part { ObjectTree() } }
}

extension ObjectTree: ContainerPart {}
