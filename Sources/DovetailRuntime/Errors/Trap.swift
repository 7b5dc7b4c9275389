// SPDX-License-Identifier: Apache-2.0

/// Stops the program with an error's text: for calls that promise a value and whose throwing twin was not chosen.
package func trap(_ error: any Error) -> Never {
  fatalError("\(error)")
}

/// A value that must come; stops the program with the error's text when it does not.
package func orTrap<Value>(_ make: () throws -> Value) -> Value {
  do { return try make() } catch { trap(error) }
}
