// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)

  /// A value that a body must have; stops the program with the error's text when there is none.
  func orTrap<Value>(_ make: () throws -> Value) -> Value {
    do { return try make() } catch { fatalError("\(error)") }
  }
#endif
