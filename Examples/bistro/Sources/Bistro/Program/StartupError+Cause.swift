// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailLifecycle
import Foundation
import NIOCore

extension StartupError {
  /// What the bistro says about an error that ended its start.
  ///
  /// - Returns: The error itself where the bistro made it; `nil` for what it knows nothing about.
  static func cause(of error: any Error, _ settings: Settings) -> StartupError? {
    switch error {
    case let error as StartupError: error
    case let error as IOError where error.errnoCode == EADDRINUSE: .portTaken(settings)
    case let error as IOError: .cannotListen(settings, String(cString: strerror(error.errnoCode)))
    case let error as SocketAddressError: .cannotListen(settings, "\(error)")
    case let error as LifecycleError: error.failures.first?.error.flatMap { cause(of: $0, settings) }
    case let error as ResolutionError: error.underlying.flatMap { cause(of: $0, settings) }
    default: nil
    }
  }
}
