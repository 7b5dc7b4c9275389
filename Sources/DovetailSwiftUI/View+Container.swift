// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
  public import Dovetail
  public import DovetailComponents
  public import SwiftUI

  extension EnvironmentValues {
    /// The source of `@Injected` properties of views: a container or an open scope; `nil` where none is set.
    public var container: (any Resolver)? {
      get { injection.resolver }
      set { injection.resolver = newValue }
    }
  }

  extension View {
    /// Lets `@Injected` properties of this view and of all views in it resolve from a container, or a scope that is open as long as they are there.
    ///
    /// ```swift
    /// WindowGroup { ShelfView().container(container) }
    /// ```
    public func container(_ container: any Resolver) -> some View { environment(\.container, container) }

    /// Lets `@Injected(\Garage.car)` properties of this view and of all views in it read a component.
    ///
    /// Components of several types go side by side.
    public func component<Owner: Component & Sendable>(_ component: Owner) -> some View {
      transformEnvironment(\.injection) { $0[Owner.self] = component }
    }
  }
#endif
