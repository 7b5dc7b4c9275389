// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing

/// One issue as a test recorded it.
struct Recorded: Hashable, Sendable, CustomStringConvertible {
  let text: String
  let line: Int?

  var description: String { text }
}

/// What a closure records, in order; nothing of it fails the running test.
func recorded(_ body: @Sendable () async throws -> Void) async -> [Recorded] {
  let issues = Lock<[Recorded]>([])
  await withKnownIssue(isIntermittent: true) {
    do { try await body() } catch { Issue.record(error) }
  } matching: { issue in
    let text = issue.error.map { "thrown: \($0)" } ?? issue.comments.map(\.rawValue).joined(separator: "\n")
    issues.withLock { $0.append(Recorded(text: text, line: issue.sourceLocation?.line)) }
    return true
  }
  return issues.withLock { $0 }
}

/// What running a test with a trait records, in order.
func recorded(
  with trait: some TestScoping, _ body: @escaping @Sendable () async throws -> Void = {}
) async throws -> [Recorded] {
  let test = try #require(Test.current)
  let testCase = Test.Case.current
  let issues = await recorded { try await trait.provideScope(for: test, testCase: testCase, performing: body) }
  #expect(issues.allSatisfy { $0.text.hasPrefix("thrown") || $0.line == test.sourceLocation.line })
  return issues
}
