// SPDX-License-Identifier: Apache-2.0
#if ServiceLifecycle
  public import Dovetail
  internal import DovetailLifecycle
  public import ServiceLifecycle

  extension Bind where Value: Service {
    /// Runs the value as a service while its container runs as one. Only for what the container shares.
    ///
    /// It is built when the container starts, and its `run()` is called once everything is up. When the container is told to shut down, it is
    /// told so after the services that need it have ended and before those that it needs.
    ///
    /// ```swift
    /// Bind(MailQueue.init).in(.singleton).asService()
    /// ```
    ///
    /// A service that is bound under a protocol is contributed by hand, which is all that this does besides `.eager`:
    /// `.contribute(to: (any Service).self) { $0 }`.
    ///
    /// - Parameters:
    ///   - fileID: Where it is written.
    ///   - line: Where it is written.
    ///   - column: Where it is written.
    public func asService(fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column) -> Self {
      eager.contribute(to: (any Service).self, fileID: fileID, line: line, column: column) { $0 }
    }
  }
#endif
