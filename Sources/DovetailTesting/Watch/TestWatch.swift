// SPDX-License-Identifier: Apache-2.0

/// What a test's container is watched for, besides being closed without errors.
public struct TestWatch: OptionSet, Sendable {
  /// One bit for everything that can be watched for.
  public let rawValue: Int

  /// Creates a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Whether something was built whose bind is marked `.live`: the test fails with `unexpected-live` and the bind.
  public static let live = TestWatch(rawValue: 1 << 0)
  /// Whether objects that the container made are still there after it closed and the test ended: the test fails with `outliving-instance`
  /// and the binds.
  public static let outliving = TestWatch(rawValue: 1 << 1)
  /// All of it.
  public static let all: TestWatch = [.live, .outliving]
}
