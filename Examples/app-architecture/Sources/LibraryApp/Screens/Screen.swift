// SPDX-License-Identifier: Apache-2.0

/// What is on the display: a model as text, and what can be tapped. In SwiftUI this is a `View`, in UIKit a view controller.
@MainActor package protocol Screen {
  var title: String { get }
  var lines: [String] { get }
  var buttons: [Button] { get }
  /// Called when the screen comes up.
  func appear() async
}

/// Something to tap.
package struct Button {
  package let label: String
  package let tap: @MainActor () async -> Void
}

extension Screen {
  /// The screen as text.
  package var text: String {
    let rows = ["== \(title)"] + lines.map { "   " + $0 } + buttons.map { "   ( \($0.label) )" }
    return rows.joined(separator: "\n")
  }

  /// Taps a button.
  package func tap(_ label: String) async { await buttons.first { $0.label == label }?.tap() }
}

extension Content {
  /// The content as lines of text.
  func lines(_ draw: (Value) -> [String]) -> [String] {
    switch self {
    case .loading: ["…"]
    case .loaded(let value): draw(value)
    case .failed(let words): [words]
    }
  }
}
