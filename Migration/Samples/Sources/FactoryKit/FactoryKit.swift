// SPDX-License-Identifier: Apache-2.0

// A stand-in with the declarations that the sample uses. It compiles, and makes nothing of use.

public class Scope: @unchecked Sendable {
  public init() {}
  public static let singleton = Scope()
}

public final class ContainerManager { public init() {} }

public protocol ManagedContainer: AnyObject { var manager: ContainerManager { get } }
public protocol SharedContainer: ManagedContainer { static var shared: Self { get } }

extension ManagedContainer {
  public func callAsFunction<T>(_ factory: @escaping () -> T) -> Factory<T> { Factory(make: factory) }
  public func callAsFunction<P, T>(_ factory: @escaping (P) -> T) -> ParameterFactory<P, T> { ParameterFactory(make: factory) }
  public func promised<T>() -> Factory<T?> { Factory { nil } }
}

public final class Container: SharedContainer {
  nonisolated(unsafe) public static let shared = Container()
  public let manager = ContainerManager()
}

public struct Factory<T> {
  let make: () -> T
  init(make: @escaping () -> T) { self.make = make }
  public init(_ container: some ManagedContainer, make: @escaping () -> T) { self.make = make }
  public var singleton: Self { self }
  public var cached: Self { self }
  public var shared: Self { self }
  public func scope(_ scope: Scope) -> Self { self }
  public func onTest(_ factory: @escaping () -> T) -> Self { self }
  public func register(_ factory: @escaping () -> T) {}
  public func callAsFunction() -> T { make() }
}

public struct ParameterFactory<P, T> {
  let make: (P) -> T
  public func register(_ factory: @escaping (P) -> T) {}
  public func callAsFunction(_ parameter: P) -> T { make(parameter) }
}

@propertyWrapper public struct Injected<T> {
  public let wrappedValue: T
  public init(_ path: KeyPath<Container, Factory<T>>) { wrappedValue = Container.shared[keyPath: path]() }
}

@propertyWrapper public struct LazyInjected<T> {
  private let path: KeyPath<Container, Factory<T>>
  public var wrappedValue: T { Container.shared[keyPath: path]() }
  public init(_ path: KeyPath<Container, Factory<T>>) { self.path = path }
}
