// SPDX-License-Identifier: Apache-2.0
import Logging

/// The request that is being answered, as far as those who answer it need to know it.
struct Call: Sendable {
  /// Writes the number of the request beside everything that it logs.
  let logger: Logger
}
