// SPDX-License-Identifier: Apache-2.0

/// The values of one bind in a custom scope, whose storage is made on the first request.
final class CustomStorage<Value>: Sendable {
  private let open: @Sendable (any Resolver) throws -> CustomRequest<Value>
  private let opened = Cell(of: CustomRequest<Value>.self)

  init(_ open: @escaping @Sendable (any Resolver) throws -> CustomRequest<Value>) { self.open = open }

  func request(of step: ResolutionError.Step, _ owner: ContainerContext) throws(ResolutionError) -> CustomRequest<Value> {
    try opened.value(of: step) {
      do { return try owner.outsideScopes { try open(FactoryResolver(owner, in: nil, requester: -1)) } } catch {
        throw ResolutionError(error, through: step)
      }
    }
  }
}
