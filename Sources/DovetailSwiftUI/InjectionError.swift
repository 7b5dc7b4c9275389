// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
  internal import Dovetail
  internal import DovetailInjected

  /// A view is to be injected, but nothing is around it that could do so.
  public enum InjectionError: Error, Sendable, Hashable {
    /// No container is in the environment, and none is installed.
    case noContainer(value: String)
    /// No component of the type is in the environment.
    case noComponent(type: String, value: String)

    /// The program's shared container.
    static func shared<Value>(for key: Key<Value>) throws(InjectionError) -> any Resolver {
      do { return try Container.shared } catch {
        throw .noContainer(value: "\(key)")
      }
    }
  }

  extension InjectionError: CustomStringConvertible {
    /// The error and its fix.
    public var description: String {
      switch self {
      case .noContainer(let value):
        "error: [container-not-around-view] '\(value)' is injected into a view, but no container is around it\n"
          + "  help: write .container(container) on this view or on one around it; in a preview, put the view into a PreviewContainer"
      case .noComponent(let type, let value):
        "error: [component-not-around-view] '\(value)' of '\(type)' is injected into a view, but no '\(type)' is around it\n"
          + "  help: write .component(…) with a '\(type)' on this view or on one around it, in a preview too"
      }
    }
  }
#endif
