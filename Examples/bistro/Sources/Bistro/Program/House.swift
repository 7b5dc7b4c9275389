// SPDX-License-Identifier: Apache-2.0
import Hummingbird

/// The parts of a bistro, wired: by Dovetail or by hand.
protocol House: Sendable {
  /// Makes what one request needs, before its handler runs, and closes it before the answer is sent.
  associatedtype Requests: RouterMiddleware<BistroContext>

  var requests: Requests { get }
  var metrics: Metrics { get throws }
  /// The page of the graph, if there is one and it may be seen.
  var graphPage: (@Sendable () -> String)? { get }

  /// Opens the database, brings it up to date, and opens the kitchen.
  func open() async throws
  /// Closes the kitchen and then the database.
  func close() async throws
}
