// SPDX-License-Identifier: Apache-2.0

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
        if let actor { named.isolate(to: actor) }
        return listed(named).content
      }
    }
  }
}
