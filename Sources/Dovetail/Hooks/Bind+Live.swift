// SPDX-License-Identifier: Apache-2.0

extension Bind {
  /// Says that the value reaches out of the program: to the network, the disk, the clock.
  ///
  /// By itself this changes nothing. A test whose container is made by `DovetailTesting` fails when such a value is built, so that no test
  /// does it by accident; an override is not live unless it says so too. In the graph the bind is marked, and so is the `Event.Subject`
  /// of its events. Of values that exist already, live ones are told to observers as created when they are handed out first.
  public var live: Self { changed { $0.declaration.isLive = true } }
}
