// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph
internal import Foundation

extension GraphFile {
  /// Reads a file.
  ///
  /// - Parameter path: The file, which may be a pipe; `-` is standard input.
  /// - Throws: ``GraphFileError`` with code `unreadable`, `malformed` or `newer`.
  public init(at path: String) throws(GraphFileError) {
    try self.init(FileSystem.read(path), of: path)
  }

  /// Reads the text of a file.
  ///
  /// - Throws: ``GraphFileError`` with code `malformed` or `newer`.
  public init(json: String) throws(GraphFileError) { try self.init(Data(json.utf8), of: "") }

  init(_ data: Data, of path: String) throws(GraphFileError) {
    func malformed(_ reason: String) -> GraphFileError { GraphFileError(code: .malformed, path: path, reason: reason) }
    if data.isEmpty { throw malformed("it is empty; write it again with --graph") }
    guard String(validating: data, as: UTF8.self) != nil else { throw malformed("it is not UTF-8 text") }
    do {
      self = try JSONDecoder().decode(AnyVersion.self, from: data).file
      if let problem = graph.problem { throw malformed("\(problem); write it again with --graph") }
    } catch let error as GraphFileError {
      throw GraphFileError(code: error.code, path: path, reason: error.reason)
    } catch let error as DecodingError {
      throw malformed(error.inWords)
    } catch {
      throw malformed("it is not JSON; write it again with --graph")
    }
  }

  /// A file of any version that is read.
  struct AnyVersion: Decodable {
    let file: GraphFile

    private enum CodingKeys: String, CodingKey { case format, version, bindings, modules, roots }

    init(from decoder: any Decoder) throws {
      let head = try decoder.container(keyedBy: CodingKeys.self)
      let format = try head.decodeIfPresent(String.self, forKey: .format)
      let version = try head.decodeIfPresent(Int.self, forKey: .version)
      func refused(_ reason: String, _ code: GraphFileError.Code = .malformed) -> GraphFileError {
        GraphFileError(code: code, path: "", reason: reason)
      }
      if let version, version > GraphFile.version {
        throw refused(
          "it has version \(version), and this tool reads versions up to \(GraphFile.version); update Dovetail, "
            + "or write the file again with this one", .newer)
      }
      if let format, format != GraphFile.format {
        throw refused("its format is \(format.quoted), not \(GraphFile.format.quoted)")
      }
      switch version {
      // Before the format had a version, a graph was written in the shape that the compiler gives what is Codable.
      case nil where format == nil && head.contains(.bindings) && head.contains(.modules) && head.contains(.roots):
        file = GraphFile(try Record.Unversioned(from: decoder).graph())
      case 1?: file = try Record.File(from: decoder).file()
      case let version?: throw refused("there is no version \(version) of this format")
      case nil: throw refused("it is JSON, but no graph: it has no version; write one with --graph")
      }
    }
  }
}

extension Graph {
  /// The longest time in version 1. Before there were versions, a file could contain times that overflow when added.
  private static let longest = Duration.nanoseconds(Int64.max)

  /// A defect that no program can have written, in words; `nil` when there is none.
  var problem: String? {
    for (place, module) in modules.enumerated() {
      if module.includes.contains(where: { !modules.indices.contains($0) }) {
        return "modules[\(place)] includes what is not there"
      }
    }
    for (place, binding) in bindings.enumerated() {
      let isDeclared = modules.indices.contains(binding.module) || (modules.isEmpty && binding.module == 0)
      if !isDeclared { return "bindings[\(place)] is in module \(binding.module), and there are \(modules.count)" }
      if !Graph.levels.contains(binding.level) { return "bindings[\(place)] has the impossible level \(binding.level)" }
      let isNegative = binding.needs.contains { if case .argument(let index) = $0.source { index < 0 } else { false } }
      if isNegative { return "bindings[\(place)] takes an argument of a negative index" }
    }
    for (place, edge) in observed.enumerated() {
      guard bindings.indices.contains(edge.from), bindings.indices.contains(edge.to) else {
        return "observed[\(place)] is about bindings that are not there"
      }
    }
    for (place, entry) in (timeline?.entries ?? []).enumerated() {
      if let last = entry.waitedFor, !(0..<place).contains(last) {
        return "timeline[\(place)] waited for what did not begin before it"
      }
      if entry.began < .zero || entry.duration < .zero { return "timeline[\(place)] lasts less than nothing" }
      if max(entry.began, entry.duration) > Graph.longest { return "timeline[\(place)] lasts more than 292 years" }
    }
    return nil
  }
}

extension DecodingError {
  /// The error and its place, in words for a reader of the file.
  fileprivate var inWords: String {
    switch self {
    case .keyNotFound(let key, let context):
      "\(DecodingError.place(context.codingPath)) has no \(key.stringValue.quoted); write it again with --graph"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      "\(DecodingError.place(context.codingPath)) is not what it should be; write it again with --graph"
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      "it is cut off or not JSON; write it again with --graph"
    case .dataCorrupted(let context):
      "\(DecodingError.place(context.codingPath)): \(context.debugDescription)"
    @unknown default: "it is not JSON; write it again with --graph"
    }
  }

  /// `bindings[3].needs[0]`
  private static func place(_ path: [any CodingKey]) -> String {
    let place = path.reduce(into: "") { text, key in
      text += key.intValue.map { "[\($0)]" } ?? (text.isEmpty ? "" : ".") + key.stringValue
    }
    return place.isEmpty ? "the file" : place
  }
}
