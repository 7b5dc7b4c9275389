// SPDX-License-Identifier: Apache-2.0
import XCTest

/// A test case whose tests expect failures: they are written down instead of failing the test, and compared when it is over.
class FailureCatcher: XCTestCase {
  /// A failure as it was recorded.
  struct Caught: Equatable, CustomStringConvertible {
    let text: String
    let line: Int
    var description: String { "\(line): \(text)" }
  }

  private(set) var caught: [Caught] = []
  private var expected: [Caught]?

  /// Says what the running test and what is done after it record.
  func expect(_ texts: [String], at line: Int) { expected = texts.map { Caught(text: $0, line: line) } }

  #if canImport(Darwin)
    override func record(_ issue: XCTIssue) {
      let line = issue.sourceCodeContext.location?.lineNumber ?? 0
      caught.append(Caught(text: issue.compactDescription.withoutPrefix, line: line))
    }
  #else
    override func recordFailure(withDescription description: String, inFile path: String, atLine line: Int, expected: Bool) {
      caught.append(Caught(text: description.withoutPrefix, line: line))
    }
  #endif

  override func tearDown() {
    let (caught, expected) = (caught, expected ?? [])
    self.caught = []
    if caught != expected {
      let text = "recorded:\n\(caught)\nexpected:\n\(expected)"
      #if canImport(Darwin)
        super.record(XCTIssue(type: .assertionFailure, compactDescription: text))
      #else
        super.recordFailure(withDescription: text, inFile: #filePath, atLine: #line, expected: true)
      #endif
    }
    super.tearDown()
  }
}

extension String {
  /// The text without what XCTest puts before a message.
  fileprivate var withoutPrefix: String { hasPrefix("failed - ") ? String(dropFirst("failed - ".count)) : self }
}
