// SPDX-License-Identifier: Apache-2.0

/// A place in source code.
public struct SourceLocation: Sendable {
  private enum File: Sendable {
    case literal(StaticString)
    case text(String)
  }

  private let storage: File
  private let row: Int32
  private let place: Int32
  /// The line, from 1; 0 when the place is unknown.
  public var line: Int { Int(row) }
  /// The column, from 1; 0 when the place is unknown.
  public var column: Int { Int(place) }

  /// An unrecorded place.
  public static let unknown = SourceLocation(file: "", line: 0, column: 0)

  /// Creates a place from the values of `#fileID`, `#line` and `#column`, without copying the text.
  public init(fileID: StaticString, line: UInt, column: UInt) {
    storage = .literal(fileID)
    row = Int32(clamping: line)
    place = Int32(clamping: column)
  }

  /// Creates a place from a text that was read from a file.
  public init(file: String, line: Int, column: Int) {
    storage = .text(file)
    row = Int32(clamping: line)
    place = Int32(clamping: column)
  }

  /// The file in the compiler's form: `Module/File.swift`; empty when the place is unknown.
  public var file: String {
    switch storage {
    case .literal(let text): text.description
    case .text(let text): text
    }
  }

  /// The last part of ``file``.
  public var fileName: String { file.split(separator: "/").last.map(String.init) ?? file }

  /// Whether the place is known.
  public var isKnown: Bool { line > 0 }
}

extension SourceLocation: Hashable, Comparable {
  /// Whether two places are the same.
  public static func == (left: Self, right: Self) -> Bool {
    left.line == right.line && left.column == right.column && left.file == right.file
  }

  /// Hashes the place.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(file)
    hasher.combine(line)
    hasher.combine(column)
  }

  /// Orders by file, then line, then column.
  public static func < (left: Self, right: Self) -> Bool {
    (left.file, left.line, left.column) < (right.file, right.line, right.column)
  }
}

extension SourceLocation: CustomStringConvertible {
  /// `File.swift:12:5`, or `unknown place`.
  public var description: String { isKnown ? "\(fileName):\(line):\(column)" : "unknown place" }
}
