// SPDX-License-Identifier: Apache-2.0

/// The bind or member of a value, for code that knows neither slots nor sites.
package protocol StepSource: AnyObject, Sendable {
  /// The description in errors, made for each call.
  var step: ResolutionError.Step { get }
}
