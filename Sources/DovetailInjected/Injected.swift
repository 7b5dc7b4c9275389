// SPDX-License-Identifier: Apache-2.0
public import Dovetail

/// A property whose value is resolved from the current scope or container on first read and then kept.
///
/// ```swift
/// struct Dashboard { @Injected var store: Store }
/// ```
///
/// Of the framework only this, and `@Injected` of DovetailSwiftUI where no container is around a view, read `Container.shared`. Types that take their dependencies in their initializers do not use it.
@propertyWrapper
public struct Injected<Value: Sendable>: Sendable {
  private let value: Lazy<Value>

  /// Resolves the plain binding of the property's type.
  ///
  /// - Parameters:
  ///   - fileID: Where the property is written.
  ///   - line: Where the property is written.
  ///   - column: Where the property is written.
  public init(fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column) {
    self.init(Key(Value.self), fileID: fileID, line: line, column: column)
  }

  /// Resolves a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - fileID: Where the property is written.
  ///   - line: Where the property is written.
  ///   - column: Where the property is written.
  public init(_ key: Key<Value>, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column) {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    let step = ResolutionError.Step(
      key: key.graphKey, location: location, scope: .transient, module: TypeName(text: "an injected property"))
    value = Lazy(step) { () throws(ResolutionError) -> Value in
      do { return try Container.nearest.resolve(key) } catch { throw Injected.explained(error, key.graphKey, location) }
    } awaiting: {
      do { return try await Container.nearest.resolve(key) } catch let error
        where error is ContainerError || error is ResolutionError
      {
        throw Injected.explained(error, key.graphKey, location)
      }
    }
  }

  private static func explained(_ error: any Error, _ key: Graph.Key, _ location: SourceLocation) -> ResolutionError {
    (error as? ResolutionError)?.asked(at: location, "injected at \(location.inShort)")
      ?? ResolutionError(
        .missing, key, "\(key.quoted) is injected, but no container is current", location: location, underlying: error,
        help: "call Container.install(_:) once when the program starts, or run the code inside withContainer(_:) { … }")
  }

  /// The value; stops the program with the text of the error when there is none.
  public var wrappedValue: Value { value() }

  /// The property as a `Lazy`, to resolve the value with `try $property.get()`, or `try await $property.get()` when it is made
  /// asynchronously.
  public var projectedValue: Lazy<Value> { value }
}
