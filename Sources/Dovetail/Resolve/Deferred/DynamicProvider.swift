// SPDX-License-Identifier: Apache-2.0

/// The provider of a bind that is declared by name: requested by the name with the suffix `Provider` or ` Provider`.
package enum DynamicProvider: DerivedNeed {
  private static let suffix = "Provider"

  static var form: Graph.Need.Form { .provider }
  static var wrapped: any Any.Type { (any Sendable).self }

  /// The name whose provider a name stands for; `nil` when it has no such suffix.
  package static func product(of name: String) -> String? {
    guard name.hasSuffix(suffix) else { return nil }
    var product = name.dropLast(suffix.count)
    if product.last == " " { product.removeLast() }
    return product.isEmpty ? nil : String(product)
  }

  static func slot(asking target: Target, _ maker: DerivedMaker) -> Slot? {
    maker.deferred(target, maker.configuration(Provider<any Sendable>.self)) { request -> any Sendable in
      Provider<any Sendable>(request)
    }
  }
}
