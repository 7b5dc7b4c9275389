// SPDX-License-Identifier: Apache-2.0

// Of two forms one is disfavoured, so that the compiler's message about a misspelt key or scope names the type of the other.

extension Bind {
  /// Tells this binding apart from others of the same type. A second name takes the place of the first, so that a binding can be made from another one.
  ///
  /// - Parameter name: Any text; `nil` for the plain binding.
  @_disfavoredOverload
  public consuming func named(_ name: String?) -> Self { changed { $0.declaration.key.name = name } }

  /// Tells this binding apart from others of the same type, by a key that is declared once.
  public consuming func named(_ key: Key<Value>) -> Self { changed { $0.declaration.key = key.graphKey } }

  /// Shares the instances between resolutions on any thread. A second, different scope is an error of the container.
  ///
  /// - Parameter scope: `.singleton`, `.weak`, `.scoped(Kind.self)`, `.timeToLive(_:)` or `.custom(_:)`.
  public consuming func `in`(_ scope: consuming Scope.Shared) -> Self where Value: Sendable {
    crossing().changed { bind in
      if case .custom = scope.choice, bind.declaration.scope.isEqual(to: scope.choice) { return }
      bind.setScope(scope.choice)
      guard case .custom(let custom) = scope.choice else { return }
      bind.declaration.needs += custom.needs
      bind.details.storage = { resolver, step in
        let storage = try custom.make(resolver, step).storage(for: Value.self)
        return { make in try storage.instance(make) }
      }
    }
  }

  /// Keeps the instances with the resolution that made them.
  ///
  /// - Parameter scope: `.transient`, which is the default, or `.graph`.
  @_disfavoredOverload
  public consuming func `in`(_ scope: consuming Scope.Unshared) -> Self {
    changed { $0.setScope(scope.choice) }
  }

  /// Makes the binding visible to its own module only.
  ///
  /// A part of a collection is then in the collections of its module only; what `contribute(to:)` adds to another type is not private.
  public var `private`: Self { changed { $0.declaration.isPrivate = true } }

  /// Replaces the other binding of the key. An override that replaces nothing is an error.
  ///
  /// Overrides take effect before anything is built, so everything that needs the key sees them. One that names no scope has that of the
  /// binding which it replaces.
  public var override: Self { changed { $0.declaration.isOverride = true } }

  /// Runs a closure on every new value, after its properties are set and before the value is handed out. An error fails the resolution.
  ///
  /// A body that belongs to an actor makes the binding belong to that actor, as a factory does.
  public func onCreate(_ body: @escaping @isolated(any) @Sendable (Value) throws -> Void) -> Self {
    let run = withoutIsolation(body, as: (@Sendable (Value) throws -> Void).self)
    return changed { $0.finish(on: body.isolation) { value, _ in try run(value) } }
  }

  /// Runs a closure on every new value, with a resolver. This makes the binding opaque.
  ///
  /// A body that belongs to an actor makes the binding belong to that actor, as a factory does.
  public func onCreate(_ body: @escaping @isolated(any) @Sendable (Value, any Resolver) throws -> Void) -> Self {
    let run = withoutIsolation(body, as: (@Sendable (Value, any Resolver) throws -> Void).self)
    return changed { bind in
      var resolver = DeclaredNeed((any Resolver).self, place: .property)
      resolver.isForHook = true
      bind.declaration.needs.append(resolver)
      bind.finish(on: body.isolation) { value, needs in try run(value, needs.take()) }
    }
  }

  /// Closes the value when its owner closes: the container for `.singleton`, the scope for `.scoped`.
  ///
  /// Values close in reverse order of their creation, each once. Of several closures of one binding, all run, the last one first. An error does not stop the others from closing; `close()` of the owner
  /// throws all errors as one `CloseError`.
  ///
  /// A body that belongs to an actor makes the binding belong to that actor, as a factory does, and runs there.
  public func onClose(_ body: @escaping @isolated(any) @Sendable (Value) throws -> Void) -> Self {
    changed { bind in if let actor = body.isolation { bind.isolate(to: actor) } }
      .closing(.now(withoutIsolation(body, as: (@Sendable (Value) throws -> Void).self)))
  }

  /// Closes the value on an actor when its owner closes, with a body that belongs to it: `.onClose { @MainActor in $0.close() }`.
  ///
  /// The owner has to be closed with `try await`. Otherwise it is the form for a body of no actor. It does not make the binding belong to the actor.
  public func onClose(_ body: @escaping @isolated(any) @Sendable (Value) throws -> Void) -> Self where Value: Sendable {
    if body.isolation != nil { return closing(.awaiting { value in try await body(value) }) }
    return closing(.now(withoutIsolation(body, as: (@Sendable (Value) throws -> Void).self)))
  }

  /// Closes the value asynchronously when its owner closes: the container for `.singleton`, the scope for `.scoped`.
  ///
  /// Values close in reverse order of their creation, each once, one after the other. The owner has to be closed with `try await`. An error
  /// does not stop the others from closing; `close()` of the owner throws all errors as one `CloseError`.
  ///
  /// - Parameters:
  ///   - shielded: Whether `body` is shielded from the cancellation of the closing task. That takes a task of its own; pass false for values
  ///     that close fully even if they see the cancellation.
  ///   - body: Closes the value.
  public func onClose(shielded: Bool = true, _ body: @escaping @Sendable (Value) async throws -> Void) -> Self
  where Value: Sendable { closing(.awaited(when: nil, shielded: shielded, body)) }

  /// Closes the value asynchronously when its owner closes, if a condition holds.
  ///
  /// ```swift
  /// Bind(Transaction.init).in(.scoped(Request.self)).onClose(when: \.hasWritten) { try await $0.commit() }
  /// ```
  ///
  /// For values that often have nothing to close, such as the transaction of a request that only reads: then nothing is awaited, and no task is
  /// made. The owner still has to be closed with `try await`. Otherwise it is the form without a condition.
  ///
  /// - Parameters:
  ///   - condition: Returns whether the value has something to close. Called when it is the value's turn, possibly more than once.
  ///   - shielded: Whether `body` is shielded from the cancellation of the closing task. That takes a task of its own; pass false for values
  ///     that close fully even if they see the cancellation.
  ///   - body: Closes the value.
  public func onClose(
    when condition: @escaping @Sendable (Value) -> Bool, shielded: Bool = true,
    _ body: @escaping @Sendable (Value) async throws -> Void
  ) -> Self where Value: Sendable { closing(.awaited(when: condition, shielded: shielded, body)) }

  /// Marks the value as reaching out of the program: to the network, the disk, the clock.
  ///
  /// By itself this changes nothing. A test whose container is made by `DovetailTesting` fails when such a value is built, to prevent this by accident; an
  /// override is only external if it is marked too. In the graph the binding is marked, and so is the `Event.Subject` of its events. An external value that exists already
  /// is reported to observers as created when it is first handed out.
  public var external: Self { changed { $0.declaration.isExternal = true } }

  /// Declares an option for the extensions of the container, which read it in ``Interception/declared``.
  ///
  /// ```swift
  /// enum Vintage: RequestOption { typealias Value = Int }
  /// Bind(Car.init).declaring(Vintage.self, 1967)
  /// ```
  ///
  /// A kind that is declared twice has the last value.
  public func declaring<Option: RequestOption>(_ option: Option.Type, _ value: Option.Value) -> Self {
    changed { $0.declaration.options[option] = value }
  }

  private func closing(_ hook: CloseHook<Value>) -> Self {
    changed { bind in
      bind.declaration.closes = true
      bind.details.onClose.append(hook)
    }
  }

  /// This bind with a change. Consuming, so that a content with one reference is not copied.
  package consuming func changed(_ change: (inout Self) -> Void) -> Self {
    change(&self)
    return self
  }
}

extension Bind {
  /// Makes the value an element of `[Value]` instead of binding its own type.
  ///
  /// Parts come in the order of their declaration, across modules in the order of their inclusion.
  public func contribute() -> Self { changed { $0.setContribution(Graph.Binding.Contribution()) } }

  /// Makes the value an element of `[String: Value]`, and of `[Value]`, instead of binding its own type.
  ///
  /// - Parameter key: The part's key; two parts with one key are an error.
  public func contribute(key: String) -> Self {
    changed { $0.setContribution(Graph.Binding.Contribution(mapKey: key)) }
  }

  /// Makes the value an element of a collection of another type, and keeps it bound under its own type.
  ///
  /// ```swift
  /// Bind(Diary.init).in(.singleton).contribute(to: (any LogTarget).self) { $0 }
  /// ```
  ///
  /// - Parameters:
  ///   - element: The type of the collection's elements.
  ///   - key: The part's key in `[String: Element]`; `nil` to be part of `[Element]` only.
  ///   - upcast: Turns the value into an element; the compiler checks it. It runs on the actor to which the binding or it belongs.
  ///   - fileID: Where the contribution is written.
  ///   - line: Where the contribution is written.
  ///   - column: Where the contribution is written.
  public func contribute<Element: Sendable>(
    to element: Element.Type, key: String? = nil, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ upcast: @escaping @isolated(any) @Sendable (Value) -> Element
  ) -> Self { contributing(key, Bind<Element>(element, upcast, fileID: fileID, line: line, column: column)) { $0.crossing() } }

  /// Makes the value an element of a collection of another type that is not Sendable, and keeps it bound under its own type.
  ///
  /// The parameters are as for elements that are Sendable.
  public func contribute<Element>(
    to element: Element.Type, key: String? = nil, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ upcast: @escaping @isolated(any) @Sendable (Value) -> Element
  ) -> Self { contributing(key, Bind<Element>(element, upcast, fileID: fileID, line: line, column: column)) { $0 } }

  private func contributing<Element>(
    _ key: String?, _ part: Bind<Element>, _ listed: @escaping @Sendable (Bind<Element>) -> Bind<Element>
  ) -> Self {
    changed { bind in
      bind.details.companions.append { name, actor in
        var named = part.needs(Value.self, named: name)
        named.declaration.contribution = Graph.Binding.Contribution(mapKey: key)
        named.declaration.isFollower = true
        if let actor { named.isolate(to: actor) }
        return listed(named).content
      }
    }
  }
}
