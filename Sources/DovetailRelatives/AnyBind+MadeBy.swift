// SPDX-License-Identifier: Apache-2.0
public import Dovetail
internal import DovetailGraph

extension AnyBind {
  /// The same binding, whose values are made in another way: for a subclass with an initializer of its own.
  ///
  /// The properties that are set, the hooks, the references and the scope are those of the superclass, and then what `bind` adds to them.
  ///
  /// ```swift
  /// final class ColoredCar: Car {
  ///   override class var binding: AnyBind {
  ///     super.binding.made(by: Bind(ColoredCar.init(color:)).arguments(defaults: "Black"))
  ///   }
  /// }
  /// ```
  ///
  /// - Parameter bind: How a value is made. Its type is the one of this binding: the superclass says `Bind(Self.init)`, or the check reports it.
  public func made<Value>(by bind: Bind<Value>) -> Self { changed { $0.remade(by: bind) } }

  /// The same binding, whose values are made in another way, and may leave the actor on which they are made.
  public func made<Value: Sendable>(by bind: Bind<Value>) -> Self {
    var made = self
    made.letCross(Value.self)
    return made.changed { $0.remade(by: bind) }
  }
}

extension Bind {
  func remade<Made>(by bind: Bind<Made>) -> any ErasedBind {
    guard let bind = bind as? Bind<Value> else {
      let (made, own) = (TypeName(Made.self), TypeName(Value.self))
      return bind.reporting(
        Diagnostic(
          .unknownNeed, .error, "the binding of '\(made)' starts from one of '\(own)', and has nothing of it",
          help: "say Bind(Self.init) in the binding of '\(own)', or let '\(made)' name everything itself"))
    }
    return bind.inheriting(self)
  }
}
