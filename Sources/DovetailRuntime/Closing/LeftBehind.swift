// SPDX-License-Identifier: Apache-2.0

/// What was dropped and not closed: the values of a scope or of a child container that the program no longer holds. They close with what it was opened in.
package final class LeftBehind: ClosingWhole {
  package let closeOwner: CloseOwner
  private let values: CloseList
  /// What has the memory of the values.
  private let memory: any Sendable

  package init(_ values: CloseList, of owner: CloseOwner, keeping memory: any Sendable) {
    (self.values, closeOwner, self.memory) = (values, owner, memory)
  }

  /// The same for values whose memory goes: they are copied.
  package convenience init(copying record: borrowing CloseRecord, of owner: CloseOwner) {
    self.init(CloseList(copying: record), of: owner, keeping: ())
  }

  package func withRecord<Result, Failure: Error>(
    _ body: (borrowing CloseRecord) throws(Failure) -> Result
  ) throws(Failure) -> Result { try values.withRecord(body) }

  package func shut() {}

  package func unshut() {}

  package func letGoAfterClosing() {}
}

extension LeftBehind {
  /// Takes the place of a part that is dropped. When the closing of what it was opened in has begun, closes at once.
  ///
  /// - Parameters:
  ///   - seat: The part's.
  ///   - record: The record of what the part was opened in.
  ///   - home: That in words.
  ///   - location: Where the part was opened.
  /// - Returns: What the program is told; `nil` when the part has nothing to close.
  package func replace(
    _ seat: borrowing CloseRecord.Seat, in record: borrowing CloseRecord, of home: String, at location: SourceLocation,
    help: String
  ) -> Diagnostic? {
    let steps = withRecord { $0.lostSteps }
    if steps.isEmpty, withRecord({ $0.parts.isEmpty }) { return nil }
    if !record.replace(seat, with: self) { _ = values.end().runNow() }
    return Diagnostic(
      .scopeLeftOpen, .warning, "\(closeOwner) was dropped and not closed: its values stay until \(home) closes", at: location,
      notes: steps.map { "not closed: \($0.key.quoted) (\($0.location))" }, help: help)
  }
}
