// SPDX-License-Identifier: Apache-2.0
//
// The entry point of an app, as the guide Apps shows it. Scripts/swiftui-test.sh compiles it together with Sample.swift, whose main it
// replaces there.
internal import DovetailSwiftUI
internal import SwiftUI

@main struct BookApp: App {
  private let start = Result { try Container(AppModule()) }

  var body: some Scene {
    WindowGroup {
      switch start {
      case .success(let container): ShelfView().container(container)
      case .failure(let error): ReportView(report: "\(error)")
      }
    }
  }
}

struct ReportView: View {
  let report: String

  var body: some View { ScrollView { Text(report).monospaced() } }
}
