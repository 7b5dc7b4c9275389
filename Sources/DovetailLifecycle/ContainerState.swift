// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

/// The phase of a container between start and stop; see `Container.state`.
public enum ContainerState: String, Sendable, Hashable, CaseIterable {
  /// Not started; or a start failed and was rolled back, so that it may be tried again.
  case idle
  /// `Container.start(deadline:each:rollback:clock:)` runs.
  case starting
  /// All bindings have started.
  case running
  /// `Container.stop(deadline:each:clock:)` runs, or a start is being rolled back.
  case stopping
  /// Stopped for good, or closed without having been started.
  case stopped
}
