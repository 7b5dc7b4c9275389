// SPDX-License-Identifier: Apache-2.0
#if Logging
  public import Dovetail
  public import Logging

  /// Binds `Logger`: each type that takes one gets a logger with its own label.
  ///
  /// ```swift
  /// final class OrderDesk: Sendable {
  ///   init(log: Logger) { … }      // log.label is "OrderDesk"
  /// }
  /// let container = try Container(ShopModule(), LoggerModule())
  /// ```
  ///
  /// `Logger` is needed, checked, wrapped and replaced as any other type. For labels of your own, or for a logger that needs something itself,
  /// binding it with `Bind(forRequester:)` instead.
  public struct LoggerModule: Module {
    /// The name of the binding in a label, for the binding that takes the logger. It is the type of the binding's key: `Desk` for an `OrderDesk` that is
    /// bound as `any Desk`.
    public enum Label: Sendable, Hashable {
      /// The type with the types around it: `OrderDesk`.
      case type
      /// The same with the name of its module: `Shop.OrderDesk`.
      case qualified
    }

    private let label: Label
    private let program: String
    private let make: @Sendable (String) -> Logger

    /// Creates the module.
    ///
    /// - Parameters:
    ///   - label: What labels look like.
    ///   - program: The label where the program itself resolves a logger.
    ///   - make: Makes the logger of a label; without it `LoggingSystem` does.
    public init(
      label: Label = .type, program: String = "program",
      _ make: @escaping @Sendable (_ label: String) -> Logger = { Logger(label: $0) }
    ) {
      self.label = label
      self.program = program
      self.make = make
    }

    /// The one binding.
    public var bindings: Bindings {
      Bind(Logger.self, forRequester: { [self] (requester: Requester) in make(text(requester)) })
    }

    private func text(_ requester: Requester) -> String {
      guard requester != .program else { return program }
      let name = label == .type ? requester.key.type.description : requester.key.type.qualified
      return name.hasPrefix("any ") ? String(name.dropFirst("any ".count)) : name
    }
  }
#endif
