// SPDX-License-Identifier: Apache-2.0

/// What is open inside something else, and closes with it.
package protocol ClosingPart: AnyObject, Sendable {
  /// What it has made that can only be closed by awaiting.
  var awaitedStep: ResolutionError.Step? { get }

  /// Closes it, and hands over what is to be run for that.
  func begin() -> Closing
}

/// Where what is made is noted, so that it closes with its owner: first what is open inside, then what was made, each newest first, once.
package protocol ClosingOwner: AnyObject {
  /// Whether it will be closed by code that cannot await.
  var refusesAwaited: Bool { get }

  /// Remembers how to close something.
  ///
  /// - Returns: Whether it will be; false when the owner has closed already, and the caller has to see to it.
  func add(_ closer: Closer) -> Bool
}

/// What closes with a container.
package final class CloseList: ClosingOwner, Sendable {
  private let record = CloseRecord()

  package init() {}

  @usableFromInline package var isClosed: Bool { record.isClosed }

  package var refusesAwaited: Bool { record.refusesAwaited }

  /// What can only be closed by awaiting; `nil` when there is nothing of it.
  package var awaitedStep: ResolutionError.Step? { record.awaitedStep }

  package func add(_ closer: Closer) -> Bool { record.add(closer) }

  /// Closes: nothing is added from now on. Only the first call hands over anything to be run.
  package func begin() -> Closing { record.begin() }
}
