// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import ServiceLifecycle

/// The parts of a bistro, wired: by Dovetail or by hand.
protocol House: Sendable {
  /// What makes what one request needs, before its handler runs, and closes it before the answer is sent.
  associatedtype Requests: RouterMiddleware<BistroContext>

  var requests: Requests { get }
  var metrics: Metrics { get throws }
  /// The page of the graph, if there is one and it may be seen.
  var graphPage: (@Sendable () -> String)? { get }

  /// Opens the house, lets the server run in it, and closes it when the server has ended: a service for that.
  ///
  /// Open means that the database is up to date and the kitchen works.
  func service(around server: any Service) -> any Service
  /// Closes the database, after everything else.
  func close() async throws
}
