// SPDX-License-Identifier: Apache-2.0

/// The values of one bind in a custom scope, whose storage is made on the first request.
final class CustomStorage<Value>: Sendable {
  private let open: @Sendable (any Resolver) throws -> CustomRequest<Value>
  private let opened = Cell(of: CustomRequest<Value>.self)

  /// The index of the binding whose scope it is.
  private let binding: Int?

  init(of binding: Int?, _ open: @escaping @Sendable (any Resolver) throws -> CustomRequest<Value>) {
    (self.binding, self.open) = (binding, open)
  }

  func request(of step: ResolutionError.Step, _ owner: ContainerContext) throws(ResolutionError) -> CustomRequest<Value> {
    try opened.value(of: step) {
      do { return try owner.outsideScopes { try open(FactoryResolver(owner, in: nil, requester: binding)) } } catch {
        throw ResolutionError(error, through: step)
      }
    }
  }
}
