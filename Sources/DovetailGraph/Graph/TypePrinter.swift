// SPDX-License-Identifier: Apache-2.0

/// Turns types into the text that diagnostics show.
enum TypePrinter {
  static func short(_ type: any Any.Type) -> String { String(describing: type) }
  static func qualified(_ type: any Any.Type) -> String { String(reflecting: type) }
}
