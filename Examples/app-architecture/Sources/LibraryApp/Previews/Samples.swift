// SPDX-License-Identifier: Apache-2.0

nonisolated package enum Samples {
  package static let joinery = Book(title: "The Joint Book", author: "Ina Falz")
  package static let oak = Book(title: "Oak", author: "Per Ek")
  package static let books = [joinery, oak]
  package static let reviews = [joinery: [Review(reader: "Ada", text: "It holds.")]]
}

/// Services that cannot be reached.
nonisolated package struct Offline: Catalogue, Reviews {
  package init() {}

  package func books() throws -> [Book] { throw ServiceError.offline }
  package func lend(_ book: Book) throws -> Loan { throw ServiceError.offline }
  package func reviews(of book: Book) throws -> [Review] { throw ServiceError.offline }
}
