// SPDX-License-Identifier: Apache-2.0
//
// The entry point of an app with a scope for each window, as the guide Apps shows it. Scripts/swiftui-test.sh compiles it together with
// Sample.swift, whose main it replaces there.
internal import DovetailSwiftUI
internal import SwiftUI

@main struct ReaderApp: App {
  private let start = Result { try Container(ReadingModule()) }

  var body: some Scene {
    WindowGroup(for: Book.self) { $book in
      switch start {
      case .success(let container): BookView(book: book ?? Book(), container: container)
      case .failure(let error): Text("\(error)")
      }
    }
  }
}
