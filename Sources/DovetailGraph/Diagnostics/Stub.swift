// SPDX-License-Identifier: Apache-2.0
extension Wiring { package func nearMisses(for key: Graph.Key, from module: Int?) -> [String] { [] } }
package enum Spelling { package static func closest(to: String, in names: [String], limit: Int) -> [String] { [] } }
extension Report: CustomStringConvertible { public var description: String { diagnostics.map(\.description).joined(separator: "\n\n") } }
extension Diagnostic: CustomStringConvertible { public var description: String { "\(severity): [\(id)] \(message)" } }
