// SPDX-License-Identifier: Apache-2.0
package import DovetailComponents

/// What there is while one book is open: made when it is opened, and released when the reader has gone back.
@MainActor package final class BookComponent: Component, BookModel.Needs, LoanModel.Needs {
  package let instances = Instances()
  let app: AppComponent
  package let book: Book

  package init(app: AppComponent, book: Book) { (self.app, self.book) = (app, book) }

  package var catalogue: any Catalogue { app.catalogue }
  package var reviews: any Reviews { app.reviews }
  package var reminders: any Reminders { app.reminders }

  package var detail: BookModel { single { BookModel(from: self) } }
  package var loan: LoanModel { transient { LoanModel(from: self) } }
}
