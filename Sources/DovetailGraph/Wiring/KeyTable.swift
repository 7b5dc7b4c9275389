// SPDX-License-Identifier: Apache-2.0

/// Leads from keys to the indices of bindings. Keys are never removed.
package struct KeyTable: Sendable {
  /// Most keys are types without a name, which are found by identity.
  private var types: [ObjectIdentifier: Int] = [:]
  private var others: [Graph.Key: Int] = [:]

  /// - Parameter count: The number of keys to reserve room for.
  package init(for count: Int = 0) { types.reserveCapacity(count) }

  /// The index for a key.
  package subscript(key: Graph.Key) -> Int? {
    get { KeyTable.identity(of: key).map { types[$0] } ?? others[key] }
    set { if let type = KeyTable.identity(of: key) { types[type] = newValue } else { others[key] = newValue } }
  }

  /// Sets the index for a key, unless there is one already, which is returned.
  package mutating func claim(_ key: Graph.Key, for index: Int) -> Int? {
    guard let type = KeyTable.identity(of: key) else {
      if let earlier = others[key] { return earlier }
      others[key] = index
      return nil
    }
    // One search for both.
    let earlier = { (held: inout Int) in held }(&types[type, default: index])
    return earlier == index ? nil : earlier
  }

  /// The types without a name, each with its index; in no order.
  package var plainTypes: [(type: ObjectIdentifier, index: Int)] { types.map { ($0, $1) } }

  private static func identity(of key: Graph.Key) -> ObjectIdentifier? {
    key.name == nil ? key.type.type.map { ObjectIdentifier($0) } : nil
  }
}
