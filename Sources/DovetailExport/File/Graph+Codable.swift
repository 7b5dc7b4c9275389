// SPDX-License-Identifier: Apache-2.0
public import DovetailGraph

/// A graph is coded in the shape of a ``GraphFile``, without diagnostics.
extension Graph: Codable {
  /// Reads a graph, or a whole file of a graph.
  ///
  /// - Throws: `DecodingError`; `GraphFileError` with code `newer`, or `malformed` when a word or the format is unknown.
  public init(from decoder: any Decoder) throws {
    self = try GraphFile.AnyVersion(from: decoder).file.graph
    guard let problem else { return }
    throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: problem))
  }

  /// Writes the graph. Types are written by their names, so that they are known by these alone when they are read.
  public func encode(to encoder: any Encoder) throws { try GraphFile(self, report: Report([])).tree.encode(to: encoder) }
}

extension JSON: Encodable {
  func encode(to encoder: any Encoder) throws {
    func single<Value: Encodable>(_ value: Value) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
    switch self {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let value): try single(value)
    case .int(let value): try single(value)
    case .string(let text): try single(text)
    case .array(let items): try single(items)
    case .object(let members):
      // The keys of a dictionary stay as they are, whatever strategy the encoder has for those of types.
      try single(Dictionary(uniqueKeysWithValues: members))
    }
  }
}
