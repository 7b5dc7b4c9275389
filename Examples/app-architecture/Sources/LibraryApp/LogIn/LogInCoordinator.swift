// SPDX-License-Identifier: Apache-2.0
package import Dovetail

/// Opens a session when a reader logs in, and closes it when the reader logs out.
@MainActor package final class LogInCoordinator {
  private let sessions: ScopeOpener<Session, ReaderHome>
  private var session: ScopeOpener<Session, ReaderHome>.Opened?

  package init(sessions: ScopeOpener<Session, ReaderHome>) { self.sessions = sessions }

  /// The objects of the open session; `nil` when nobody is logged in.
  package var home: ReaderHome? { session?.root }

  package func logIn(_ reader: Reader) async throws { try await change(to: sessions.open(with: reader)) }

  package func logOut() async throws { try await change(to: nil) }

  // The exchange awaits nothing in between, so that of two calls at the same time each closes another session.
  private func change(to next: ScopeOpener<Session, ReaderHome>.Opened?) async throws {
    let last = session
    session = next
    try await last?.close()
  }
}
