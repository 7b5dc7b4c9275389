// SPDX-License-Identifier: Apache-2.0

package struct ShelfScreen: Screen {
  package let model: ShelfModel
  let open: @MainActor (Book) async -> Void

  package let title = "Shelf"

  package var lines: [String] { model.books.lines { $0.isEmpty ? ["No books yet."] : [] } }

  package var buttons: [Button] {
    guard case .loaded(let books) = model.books else { return [] }
    return books.map { book in Button(label: book.title) { await open(book) } }
  }

  package func appear() async { await model.load() }
}

package struct BookScreen: Screen {
  package let model: BookModel
  let borrow: @MainActor () async -> Void

  package var title: String { model.book.title }

  package var lines: [String] {
    ["by \(model.book.author)"]
      + model.reviews.lines { $0.isEmpty ? ["No reviews yet."] : $0.map { "“\($0.text)” – \($0.reader)" } }
  }

  package var buttons: [Button] { [Button(label: "Borrow", tap: borrow)] }

  package func appear() async { await model.load() }
}

package struct LoanScreen: Screen {
  package let model: LoanModel
  let done: @MainActor () async -> Void

  package let title = "Borrow"

  package var lines: [String] {
    model.loan?.lines { ["“\($0.book.title)” is yours for \($0.weeks) weeks."] } ?? ["Take “\(model.book.title)” home?"]
  }

  package var buttons: [Button] {
    model.loan == nil
      ? [Button(label: "Yes") { await model.borrow() }, Button(label: "Not now", tap: done)] : [Button(label: "Done", tap: done)]
  }

  package func appear() async {}
}
