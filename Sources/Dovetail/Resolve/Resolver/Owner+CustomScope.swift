// SPDX-License-Identifier: Apache-2.0

extension Owner {
  /// The sharing of a bind in a custom scope.
  ///
  /// - Parameter storage: Makes the storage of the scope, on the first request.
  package func sharing<Value>(by storage: @escaping @Sendable (any Resolver) throws -> CustomRequest<Value>) -> SharingParts {
    let opened = Instance(of: CustomRequest<Value>.self)
    return SharingParts(self) { slot, _, arguments, memory in
      let request: CustomRequest<Value> = try opened.value(of: slot.step) {
        do {
          return try self.outsideScopes { try storage(FactoryResolver(self, in: nil, requester: -1)) }
        } catch { throw ResolutionError(error, through: slot.step) }
      }
      let value = try request(slot.step) { try slot.madeOutsideScopes(arguments, self) }
      memory.store(value)
    }
  }
}
