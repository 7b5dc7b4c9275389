// SPDX-License-Identifier: Apache-2.0

/// Stops the program with an error's text: for calls that promise a value and have a throwing twin.
package func trap(_ error: any Error) -> Never { fatalError("\(error)") }

/// The result of a closure; stops the program with the error's text when it throws.
package func orTrap<Value>(_ make: () throws -> Value) -> Value { do { return try make() } catch { trap(error) } }
