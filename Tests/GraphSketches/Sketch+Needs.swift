// SPDX-License-Identifier: Apache-2.0
package import DovetailGraph

extension Graph.Need {
  /// The value of a type.
  package static func of(_ type: Any.Type, named name: String? = nil) -> Self { Self(key: keyOf(type, named: name)) }

  /// The resolver, as a parameter or for a hook.
  package static func resolver(_ place: Place) -> Self { Self(key: keyOf(Any.self), source: .resolver, place: place) }

  package static func provider<Value>(_: Value.Type) -> Self { derived(Provider<Value>.self, .provider, Value.self) }
  package static func lazy<Value>(_: Value.Type) -> Self { derived(Lazy<Value>.self, .lazy, Value.self) }
  package static func closure<Value>(_: Value.Type) -> Self { derived((() -> Value).self, .closure, Value.self) }
  package static func closureOnMain<Value>(_: Value.Type) -> Self { derived((@MainActor () -> Value).self, .closure, Value.self) }
  package static func optional<Value>(_: Value.Type) -> Self { derived(Value?.self, .optional, Value.self) }
  package static func all<Value>(_: Value.Type) -> Self { derived([Value].self, .collection, Value.self) }
  package static func map<Value>(_: Value.Type) -> Self { derived([String: Value].self, .dictionary, Value.self) }

  package static func factory<Value, each Argument>(_: Value.Type, _ arguments: repeat (each Argument).Type) -> Self {
    var types: [TypeName] = []
    for argument in repeat each arguments { types.append(TypeName(argument)) }
    return Self(
      key: keyOf(Factory<Value, repeat each Argument>.self),
      wrappers: [Wrapper(form: .factory, key: keyOf(Value.self), arguments: types)])
  }

  /// A need derived from another derived one: `.provider(of: .all(Plugin.self))`.
  package static func provider<Value>(_: Value.Type, of inner: Self) -> Self {
    Self(key: keyOf(Provider<Value>.self), wrappers: [Wrapper(form: .provider, key: inner.key)] + inner.wrappers)
  }

  private static func derived(_ outer: Any.Type, _ form: Form, _ inner: Any.Type) -> Self {
    Self(key: keyOf(outer), wrappers: [Wrapper(form: form, key: keyOf(inner))])
  }

  private func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }

  package var declared: Self { with { $0.place = .declared } }
  package var asProperty: Self { with { $0.place = .property } }
  package func named(_ name: String) -> Self {
    with {
      $0.key.name = name
      for layer in $0.wrappers.indices { $0.wrappers[layer].key.name = name }
    }
  }
  package var orEmpty: Self { with { $0.allowsEmpty = true } }
  package func wrong(_ problem: String) -> Self {
    with {
      $0.place = .declared
      $0.problem = problem
    }
  }
}
