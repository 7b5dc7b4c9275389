// SPDX-License-Identifier: Apache-2.0
public import Dovetail

/// A property whose value is requested from the current scope or container on first read and then kept.
///
/// ```swift
/// struct Dashboard { @Injected var store: Store }
/// ```
///
/// This is the only part of the framework that reads `Container.shared`. Types that take their needs in their initialisers do not use it.
@propertyWrapper
public struct Injected<Value: Sendable>: Sendable {
  private let value: Lazy<Value>

  /// Asks for the plain bind of the property's type.
  public init() { self.init(Key(Value.self)) }

  /// Asks for a key.
  public init(_ key: Key<Value>) {
    let step = ResolutionError.Step(
      key: key.graphKey, location: .unknown, scope: .transient, module: TypeName(text: "an injected property"))
    value = Lazy(step) { () throws(ResolutionError) -> Value in
      do { return try Container.nearest.resolve(key) } catch { throw Injected.explained(error, key.graphKey) }
    } awaiting: {
      do { return try await Container.nearest.resolve(key) } catch let error as ContainerError {
        throw Injected.explained(error, key.graphKey)
      }
    }
  }

  private static func explained(_ error: any Error, _ key: Graph.Key) -> ResolutionError {
    error as? ResolutionError
      ?? ResolutionError(
        .missing, key, "\(key.quoted) is injected, but no container is current", underlying: error,
        help: "call Container.install(_:) once when the program starts, or run the code inside withContainer(_:) { … }")
  }

  /// The value; stops the program with the text of the error when there is none.
  public var wrappedValue: Value { value() }

  /// The property as a `Lazy`, to ask for the value with `try $property.get()`, or `try await $property.get()` when it is made
  /// asynchronously.
  public var projectedValue: Lazy<Value> { value }
}
