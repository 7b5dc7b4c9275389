// SPDX-License-Identifier: Apache-2.0

// The compiler checks the statements of a builder together, so its time grows with the square of their number. It checks separate statements one
// by one.

extension Bindings {
  /// Adds a bind, without a builder: for modules with more binds than a builder compiles quickly.
  ///
  /// ```swift
  /// var bindings: Bindings {
  ///   var list = Bindings()
  ///   list.add(Bind(Bolt.init).in(.singleton))
  ///   list.add { Include(WheelModule()) }
  ///   return list
  /// }
  /// ```
  public mutating func add<Value>(_ bind: consuming Bind<Value>) { append(Bindings(.item(bind.content))) }

  /// Adds a bind whose values may leave the actor on which they are made.
  public mutating func add<Value: Sendable>(_ bind: consuming Bind<Value>) { append(Bindings(.item(bind.crossing().content))) }

  /// Adds whatever else a module may list: decorators, included modules and the like.
  public mutating func add(@BindingsBuilder _ bindings: () throws -> Bindings) rethrows { append(try bindings()) }
}
