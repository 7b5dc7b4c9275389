// SPDX-License-Identifier: Apache-2.0

/// The diagnostics that fail a test, besides errors when closing its container.
public struct TestWatch: OptionSet, Sendable {
  /// One bit for every kind of diagnostic.
  public let rawValue: Int

  /// Creates a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Whether the value of a binding marked `.external` was built: the test fails with `unexpected-live` and the binding.
  public static let external = TestWatch(rawValue: 1 << 0)
  /// Whether objects of the container are still alive after it closed and the test ended: the test fails with `outliving-instance` and the bindings.
  public static let outliving = TestWatch(rawValue: 1 << 1)
  /// Whether a scope was dropped and not closed, although it had hooks: the test fails with `scope-left-open` and the place where it was opened.
  public static let leftOpen = TestWatch(rawValue: 1 << 2)
  /// All of them.
  public static let all: TestWatch = [.external, .outliving, .leftOpen]
}
