// SPDX-License-Identifier: Apache-2.0

/// Tells the kitchen that there may be orders. Rung many times before anybody listens, it sounds once.
final class Bell: Sendable {
  /// Yields after every ring. One listener only.
  let rings: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (rings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  func ring() { continuation.yield() }
}
