// SPDX-License-Identifier: Apache-2.0

/// A scope that is open inside another one, and closes with it.
package protocol ClosingPart: AnyObject, Sendable {
  /// The first value in it that can only be closed by awaiting.
  var awaitedStep: ResolutionError.Step? { get }

  /// Closes it, and returns the entries to run.
  func begin() -> PendingCloses
}

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

/// The values that close with a container.
package final class CloseList: ClosingOwner, Sendable {
  private let record = CloseRecord()

  package init() {}

  @usableFromInline package var isClosed: Bool { record.isClosed }

  @_optimize(speed) package var awaitedStep: ResolutionError.Step? { record.awaitedStep }

  @_optimize(speed)
  package func add(_ entry: CloseEntry, keeping keeper: (any AnyObject & Sendable)?) -> Bool {
    record.add(entry, keeping: keeper)
  }

  package func begin() -> PendingCloses { record.begin() }
}
