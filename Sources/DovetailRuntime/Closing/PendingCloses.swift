// SPDX-License-Identifier: Apache-2.0

/// The entries to run when an owner closes.
@usableFromInline
package struct PendingCloses: Sendable {
  /// The values in the memory of the closing scope. They were made before all values in `entries`.
  @usableFromInline package var places = ClosingPlaces()
  /// The entries in reverse order: the last one runs first.
  @usableFromInline package var entries: [CloseEntry] = []
  /// The objects that must live until all entries have run: a closing value may use one without an entry.
  @usableFromInline package var held: [any Sendable] = []

  @inlinable package init(places: ClosingPlaces = ClosingPlaces(), entries: [CloseEntry] = []) {
    self.places = places
    self.entries = entries
  }

  @inlinable package var isEmpty: Bool { places.isEmpty && entries.isEmpty }

  /// Takes out the next entry; `nil` when none is left.
  private mutating func takeNext() -> CloseEntry? { entries.popLast() ?? places.takeLast().map(CloseEntry.place) }

  /// Takes out the next entry, if it is in `entries` and not shielded.
  @usableFromInline package mutating func takeUnshieldedEntry() -> CloseEntry? {
    entries.last.flatMap { $0.isShielded ? nil : entries.popLast() }
  }

  /// Takes out the next entry, if it is in `places` and not shielded.
  @inline(__always)
  @usableFromInline package mutating func takeUnshieldedPlace() -> ClosingPlace? {
    entries.isEmpty ? places.last.flatMap { $0.isShielded ? nil : places.takeLast() } : nil
  }

  private var all: [CloseEntry] { places.all.map(CloseEntry.place) + entries }

  /// Adds entries that run before all present ones.
  @usableFromInline package mutating func append(_ inner: PendingCloses) {
    entries += inner.all
    held += inner.held
  }

  /// The step whose closing has to be awaited; `nil` if there is none.
  package var awaitedStep: ResolutionError.Step? { all.lazy.compactMap(\.awaitedStep).first }

  /// Runs every entry. A failure does not skip the entries after it.
  package func runNow() -> [CloseError.Failure] {
    defer { withExtendedLifetime(held) {} }
    var (left, failures) = (places, [CloseError.Failure]())
    for entry in entries.reversed() { failures.add(entry.runNow()) }
    while let place = left.takeLast() {
      switch place.closeUnlessAwaited() {
      case .cleanly: continue
      case .failed(let failed): failures += failed
      case .awaits: failures += CloseEntry.place(place).leave()
      }
    }
    return failures
  }

  /// Runs every entry in order. Neither a failure nor the cancellation of the running task skips the entries after it.
  package nonisolated(nonsending) func run() async -> [CloseError.Failure] {
    defer { withExtendedLifetime(held) {} }
    var left = self
    let failures = left.runUntilAwaited()
    return left.isEmpty ? failures : failures + (await left.runAwaited())
  }

  /// Runs the rest that ``runUntilAwaited()`` has left; its first entry has to be awaited unless it is shielded.
  @inlinable @inline(__always)
  package nonisolated(nonsending) func runAwaited() async -> [CloseError.Failure] {
    defer { withExtendedLifetime(held) {} }
    var (left, failures) = (self, [CloseError.Failure]())
    while let entry = left.takeUnshieldedEntry() {
      failures.add(await entry.runAwaited())
      failures.add(left.runUntilAwaited())
    }
    while let place = left.takeUnshieldedPlace() {
      failures.add(await place.closeAwaited())
      failures.add(left.runUntilAwaited())
    }
    if !left.isEmpty { failures.add(await left.unstructured().value) }
    return failures
  }

  /// Runs the entries up to the first that has to be awaited. They need no task, except to hide the cancellation of the running task from a shielded hook.
  @inlinable package mutating func runUntilAwaited() -> [CloseError.Failure] {
    var failures = entries.isEmpty ? [] : runClosersUntilAwaited()
    while entries.isEmpty, let failed = places.closeUntilAwaited() { failures.add(failed) }
    return failures
  }

  @inline(never)
  @usableFromInline package mutating func runClosersUntilAwaited() -> [CloseError.Failure] {
    var failures: [CloseError.Failure] = []
    while let entry = entries.last, PendingCloses.mayRunHere(entry.isShielded), let failed = entry.runUnlessAwaited() {
      entries.removeLast()
      failures.add(failed)
    }
    return failures
  }

  /// Whether an entry, which may be shielded, can run in the running task.
  @inlinable @inline(__always)
  package static func mayRunHere(_ isShielded: Bool) -> Bool { !isShielded || !Task.isCancelled }

  /// Runs every entry in a separate task that is never cancelled. Where the system supports it, the task starts immediately: entries that never suspend have
  /// then ended on return.
  @usableFromInline package func unstructured() -> Task<[CloseError.Failure], Never> {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { return Task.immediate { await runAwaiting() } }
    return Task { await runAwaiting() }
  }

  private func runAwaiting() async -> [CloseError.Failure] {
    var (left, failures) = (self, [CloseError.Failure]())
    while let entry = left.takeNext() {
      failures.add(await entry.run())
    }
    return failures
  }
}

extension [CloseError.Failure] {
  // There are hardly ever any; then nothing is touched.
  @inlinable @inline(__always)
  package mutating func add(_ others: Self) { if !others.isEmpty { self += others } }
}
