// SPDX-License-Identifier: Apache-2.0

/// What people write who want no framework: a dictionary of closures by type. Nothing is checked.
package struct Closures: Sendable {
  private var makers: [ObjectIdentifier: @Sendable (Closures) -> Any] = [:]
  private var namedMakers: [Name: @Sendable (Closures) -> Any] = [:]

  private struct Name: Hashable {
    let type: ObjectIdentifier
    let text: String
  }

  package init(_ bind: (inout Closures) -> Void) { bind(&self) }

  package mutating func bind<Value>(_ type: Value.Type = Value.self, _ make: @escaping @Sendable (Closures) -> Value) {
    makers[ObjectIdentifier(type)] = make
  }

  package mutating func single<Value: AnyObject & Sendable>(
    _ type: Value.Type = Value.self, _ make: @escaping @Sendable (Closures) -> Value
  ) {
    let box = OnceBox<Value>()
    makers[ObjectIdentifier(type)] = { closures in box.get { make(closures) } }
  }

  package mutating func single<Value: AnyObject & Sendable>(named name: String, _ make: @escaping @Sendable (Closures) -> Value) {
    let box = OnceBox<Value>()
    namedMakers[Name(type: ObjectIdentifier(Value.self), text: name)] = { closures in box.get { make(closures) } }
  }

  package func callAsFunction<Value>(_ type: Value.Type = Value.self) -> Value {
    guard let value = makers[ObjectIdentifier(type)]?(self) as? Value else { preconditionFailure("nothing makes \(type)") }
    return value
  }

  package func callAsFunction<Value>(_ type: Value.Type = Value.self, named name: String) -> Value {
    let key = Name(type: ObjectIdentifier(type), text: name)
    guard let value = namedMakers[key]?(self) as? Value else { preconditionFailure("nothing makes \(type) named \(name)") }
    return value
  }
}
