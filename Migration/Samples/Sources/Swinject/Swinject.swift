// SPDX-License-Identifier: Apache-2.0

// A stand-in with the declarations that the sample uses. It compiles, and makes nothing.

public protocol Resolver {
  func resolve<Service>(_ type: Service.Type) -> Service?
  func resolve<Service>(_ type: Service.Type, name: String?) -> Service?
  func resolve<Service, Argument>(_ type: Service.Type, argument: Argument) -> Service?
}

public final class ObjectScope: @unchecked Sendable {
  public static let transient = ObjectScope()
  public static let graph = ObjectScope()
  public static let container = ObjectScope()
  public static let weak = ObjectScope()
  public init() {}
}

public final class ServiceEntry<Service> {
  @discardableResult public func inObjectScope(_ scope: ObjectScope) -> Self { self }
  @discardableResult public func initCompleted(_ completed: @escaping (any Resolver, Service) -> Void) -> Self { self }
  @discardableResult public func implements<Other>(_ type: Other.Type) -> Self { self }
}

public final class Container: Resolver {
  public init(parent: Container? = nil) {}

  @discardableResult
  public func register<Service>(
    _ type: Service.Type, name: String? = nil, factory: @escaping (any Resolver) -> Service
  ) -> ServiceEntry<Service> { ServiceEntry() }

  @discardableResult
  public func register<Service, Argument>(
    _ type: Service.Type, name: String? = nil, factory: @escaping (any Resolver, Argument) -> Service
  ) -> ServiceEntry<Service> { ServiceEntry() }

  @discardableResult
  public func autoregister<Service, each Need>(
    _ type: Service.Type, initializer: @escaping (repeat each Need) -> Service
  ) -> ServiceEntry<Service> { ServiceEntry() }

  public func resolve<Service>(_ type: Service.Type) -> Service? { nil }
  public func resolve<Service>(_ type: Service.Type, name: String?) -> Service? { nil }
  public func resolve<Service, Argument>(_ type: Service.Type, argument: Argument) -> Service? { nil }
}

public protocol Assembly { func assemble(container: Container) }

public func ~> <Service>(resolver: any Resolver, type: Service.Type) -> Service { resolver.resolve(type)! }
