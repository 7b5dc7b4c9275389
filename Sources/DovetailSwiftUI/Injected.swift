// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
  // A file with views imports this module alone: were both imported, `Injected` would have two meanings.
  @_exported public import Dovetail
  public import DovetailComponents
  @_exported public import DovetailInjected
  public import SwiftUI

  /// A property of a view whose value comes from the container or the component around it.
  ///
  /// ```swift
  /// struct ShelfView: View {
  ///   @Injected var model: ShelfModel
  ///   @Injected(\Garage.car) var car
  ///
  ///   var body: some View { Text(model.title) }
  /// }
  /// ```
  ///
  /// The value is resolved when the body first reads it, and kept as long as SwiftUI keeps the view's state, also where the binding is transient. So
  /// a model lives with its view, and when it is `@Observable` the view is drawn again when what it has read changes. Another container
  /// around the view means another value, and so does another key or member, where an initializer of the view chooses it.
  ///
  /// Where no container is in the environment, `Container.shared` is asked, as the `Injected` of Dovetail does.
  @propertyWrapper
  public struct Injected<Value>: DynamicProperty {
    @Environment(\.injection) private var sources
    @State private var kept = KeptValue<Value>()
    private let ask: @MainActor @Sendable (InjectionSources) throws -> KeptValue<Value>.ValueSource

    /// Resolves the plain binding of the property's type.
    public init() { self.init(Key(Value.self)) }

    /// Resolves a key.
    public init(_ key: Key<Value>) {
      ask = { sources in
        let resolver = try sources.resolver ?? InjectionError.shared(for: key)
        return KeptValue.ValueSource(source: KeptValue.Source(resolver), request: key) {
          // Code of the main actor asks by the type for what may stay there.
          let isPlain = key == Key(named: key.name)
          return isPlain ? try resolver.resolve(Value.self, named: key.name) : try resolver.resolve(key)
        }
      }
    }

    /// Reads a member of the component of a type, which `component(_:)` has put around the view.
    @MainActor public init<Owner: Component & Sendable>(_ member: KeyPath<Owner, Value>) {
      ask = { sources in
        guard let owner = sources[Owner.self] else {
          throw InjectionError.noComponent(type: "\(TypeName(Owner.self))", value: "\(TypeName(Value.self))")
        }
        return KeptValue.ValueSource(source: KeptValue.Source(owner), request: member) { owner[keyPath: member] }
      }
    }

    /// The value; stops the program with the text of the error when there is none.
    ///
    /// For the body of a view, and for what it does when something is tapped; not for its initializer, which runs before there is anything
    /// around the view.
    @MainActor public var wrappedValue: Value { orTrap { try get() } }

    /// The property itself, for ``get()``.
    public var projectedValue: Self { self }

    /// The value, for a view that goes on without it: `try $model.get()`.
    ///
    /// - Throws: ``InjectionError`` when no container or component is around the view; `ResolutionError` as `resolve` does.
    @MainActor public func get() throws -> Value { try kept.value(of: ask(sources)) }
  }
#endif
