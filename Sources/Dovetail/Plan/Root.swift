// SPDX-License-Identifier: Apache-2.0

/// A resolution of the program itself. Bindings that no root leads to are reported as unused.
public struct Root: Sendable {
  let request: DeclaredNeed

  /// Names a type.
  public init<Value>(_ type: Value.Type, named name: String? = nil) { request = DeclaredNeed(type, named: name) }

  /// Names a key.
  public init<Value>(_ key: Key<Value>) { request = DeclaredNeed(key) }
}
