// SPDX-License-Identifier: Apache-2.0

/// The owner of values and open scopes, which close with it: first the scopes, then the values, each newest first, once.
package protocol ClosingOwner: AnyObject {
  /// Remembers how to close something.
  ///
  /// - Parameter keeper: Kept until everything in the owner is closed.
  /// - Returns: Whether it will be closed; `false` when the owner has closed already: the caller has to close it then.
  func add(_ entry: CloseEntry, keeping keeper: (any AnyObject & Sendable)?) -> Bool
}

extension ClosingOwner {
  /// Runs a closure, for no value, when the owner closes.
  ///
  /// - Returns: Whether it will run; `false` when the owner has closed already.
  package func add(telling body: @escaping @Sendable () -> Void) -> Bool {
    let notice = CloseClosure { _, _ in body() }
    return add(CloseEntry(notice, at: Unheld(notice).address), keeping: notice)
  }

  /// Runs a closure with all failures, and the time that the closing took, when the owner has closed. To be added before everything else.
  ///
  /// - Returns: Whether it will run; `false` when the owner has closed already.
  package func add(notice body: @escaping @Sendable ([CloseError.Failure], Duration) -> Void) -> Bool {
    let notice = CloseNotice(body)
    return add(CloseEntry(notice, at: Unheld(notice).address), keeping: notice)
  }
}

/// The values that close with a container, or with an opened component.
package final class CloseList: ClosingOwner, RecordKeeper, Sendable {
  private let record = CloseRecord()

  package init() {}

  /// What an owner has that is dropped: copies of its values, and what was left behind in it.
  init(copying dropped: borrowing CloseRecord) {
    let (entries, kept) = dropped.contents()
    defer { withExtendedLifetime(kept) {} }
    for entry in entries {
      let copy = entry.copied
      _ = record.add(copy.entry, keeping: copy)
    }
    for part in dropped.parts.reversed() { _ = record.adopt(part, in: CloseRecord.Seat(), record.nextOpening(), isHeld: true) }
  }

  /// Whether the closing has begun.
  @usableFromInline package var isClosed: Bool { record.isClosed }

  package func add(_ entry: CloseEntry, keeping keeper: (any AnyObject & Sendable)?) -> Bool {
    record.add(entry, keeping: keeper)
  }

  /// See ``CloseRecord/nextOpening()``.
  package func nextOpening() -> Int { record.nextOpening() }

  package func withRecord<Result, Failure: Error>(
    _ body: (borrowing CloseRecord) throws(Failure) -> Result
  ) throws(Failure) -> Result { try body(record) }

  /// Ends the list, and hands out its entries.
  package func end() -> PendingCloses {
    if case .alone(let pending) = record.begin(unlessAwaiting: false) { return pending }
    return PendingCloses()
  }
}
