// SPDX-License-Identifier: Apache-2.0

/// Something that the program itself asks for. Binds that no root leads to are reported as unused.
public struct Root: Sendable {
  let key: Graph.Key

  /// Names a type.
  public init<Value>(_ type: Value.Type, named name: String? = nil) { key = Key(type, named: name).graphKey }

  /// Names a key.
  public init<Value>(_ key: Key<Value>) { self.key = key.graphKey }
}
