// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
  internal import Dovetail
  internal import DovetailComponents
  internal import SwiftUI

  /// The sources of injection for the views below.
  struct InjectionSources: Sendable {
    var resolver: (any Resolver)?
    private var components: [ObjectIdentifier: any Component & Sendable] = [:]

    /// The component of a type; a component replaces another one of the same type from outside.
    subscript<Owner: Component & Sendable>(_ type: Owner.Type) -> Owner? {
      get { components[ObjectIdentifier(type)] as? Owner }
      set { components[ObjectIdentifier(type)] = newValue }
    }
  }

  private enum InjectionKey: EnvironmentKey {
    static let defaultValue = InjectionSources()
  }

  extension EnvironmentValues {
    var injection: InjectionSources {
      get { self[InjectionKey.self] }
      set { self[InjectionKey.self] = newValue }
    }
  }
#endif
