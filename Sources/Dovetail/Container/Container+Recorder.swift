// SPDX-License-Identifier: Apache-2.0

extension Container {
  /// The first recorder among the observers; `nil` when there is none. A container that is made from another one's modules has the same.
  package var recorder: RecordingObserver? { owner.observers?.recorder }
}
