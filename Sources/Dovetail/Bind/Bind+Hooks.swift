// SPDX-License-Identifier: Apache-2.0

extension Bind {
  /// Marks the value as reaching out of the program: to the network, the disk, the clock.
  ///
  /// By itself this changes nothing. A test whose container is made by `DovetailTesting` fails when such a value is built, to prevent this by accident; an
  /// override is only live if it is marked too. In the graph the bind is marked, and so is the `Event.Subject` of its events. A live value that exists already
  /// is reported to observers as created when it is first handed out.
  public var live: Self { changed { $0.declaration.isLive = true } }

  /// Declares an option for the extensions of the container, which read it in ``Interception/declared``.
  ///
  /// ```swift
  /// enum Vintage: RequestOption { typealias Value = Int }
  /// Bind(Car.init).declaring(Vintage.self, 1967)
  /// ```
  ///
  /// A kind that is declared twice has the last value.
  public func declaring<Option: RequestOption>(_ option: Option.Type, _ value: Option.Value) -> Self {
    changed { $0.declaration.options[option] = value }
  }
}
