// SPDX-License-Identifier: Apache-2.0

/// The books of the library, and who has them.
package protocol Catalogue: Sendable {
  func books() async throws -> [Book]
  func lend(_ book: Book) async throws -> Loan
}

/// What readers think.
package protocol Reviews: Sendable {
  func reviews(of book: Book) async throws -> [Review]
}

/// Reminds of what has to be brought back.
package protocol Reminders: Sendable {
  func remind(of loan: Loan) async
}

/// Why a service cannot do what it was asked for.
package enum ServiceError: Error, Equatable {
  case offline
  case lentOut(Book)
}

extension ServiceError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .offline: "The library cannot be reached."
    case .lentOut(let book): "Somebody else has “\(book.title)”."
    }
  }
}
