// SPDX-License-Identifier: Apache-2.0

/// The closers to run when an owner closes.
@usableFromInline
package struct Closing: Sendable {
  /// The values in the memory of the closing scope. They were made before all values in `closers`.
  @usableFromInline package var places = ClosingPlaces()
  /// The closers in reverse order: the last one runs first.
  @usableFromInline package var closers: [Closer] = []
  /// The objects that must live until all closers have run: a closing value may use one without a closer.
  @usableFromInline package var held: [any Sendable] = []

  @inlinable package init(places: ClosingPlaces = ClosingPlaces(), closers: [Closer] = []) {
    self.places = places
    self.closers = closers
  }

  @inlinable package var isEmpty: Bool { places.isEmpty && closers.isEmpty }

  /// Takes out the next closer; `nil` when none is left.
  private mutating func takeNext() -> Closer? { closers.popLast() ?? places.takeLast().map(Closer.place) }

  /// Takes out the next closer, if it is in `closers` and not shielded.
  @usableFromInline package mutating func takeUnshieldedCloser() -> Closer? {
    closers.last.flatMap { $0.isShielded ? nil : closers.popLast() }
  }

  /// Takes out the next closer, if it is in `places` and not shielded.
  @inline(__always)
  @usableFromInline package mutating func takeUnshieldedPlace() -> ClosingPlace? {
    closers.isEmpty ? places.last.flatMap { $0.isShielded ? nil : places.takeLast() } : nil
  }

  private var all: [Closer] { places.all.map(Closer.place) + closers }

  /// Adds closers that run before all present ones.
  @usableFromInline package mutating func append(_ inner: Closing) {
    closers += inner.all
    held += inner.held
  }

  /// The step whose closing has to be awaited; `nil` if there is none.
  package var awaitedStep: ResolutionError.Step? { all.lazy.compactMap(\.awaitedStep).first }

  /// Runs every closer. A failure does not skip the closers after it.
  package func runNow() -> [CloseError.Failure] {
    defer { withExtendedLifetime(held) {} }
    var (left, failures) = (places, [CloseError.Failure]())
    for closer in closers.reversed() { failures.add(closer.runNow()) }
    while let place = left.takeLast() {
      switch place.closeUnlessAwaited() {
      case .cleanly: continue
      case .failed(let failed): failures += failed
      case .awaits: failures += Closer.place(place).leave()
      }
    }
    return failures
  }

  /// Runs every closer in order. Neither a failure nor the cancellation of the running task skips the closers after it.
  package nonisolated(nonsending) func run() async -> [CloseError.Failure] {
    defer { withExtendedLifetime(held) {} }
    var left = self
    let failures = left.runUntilAwaited()
    return left.isEmpty ? failures : failures + (await left.runAwaited())
  }

  /// Runs the rest that ``runUntilAwaited()`` has left; its first closer has to be awaited unless it is shielded.
  @inlinable @inline(__always)
  package nonisolated(nonsending) func runAwaited() async -> [CloseError.Failure] {
    defer { withExtendedLifetime(held) {} }
    var (left, failures) = (self, [CloseError.Failure]())
    while let closer = left.takeUnshieldedCloser() {
      failures.add(await closer.runAwaited())
      failures.add(left.runUntilAwaited())
    }
    while let place = left.takeUnshieldedPlace() {
      failures.add(await place.closeAwaited())
      failures.add(left.runUntilAwaited())
    }
    if !left.isEmpty { failures.add(await left.unstructured().value) }
    return failures
  }

  /// Runs the closers up to the first that has to be awaited. They need no task, except to hide the cancellation of the running task from a shielded hook.
  @inlinable package mutating func runUntilAwaited() -> [CloseError.Failure] {
    var failures = closers.isEmpty ? [] : runClosersUntilAwaited()
    while closers.isEmpty, let failed = places.closeUntilAwaited() { failures.add(failed) }
    return failures
  }

  @inline(never)
  @usableFromInline package mutating func runClosersUntilAwaited() -> [CloseError.Failure] {
    var failures: [CloseError.Failure] = []
    while let closer = closers.last, Closing.mayRunHere(closer.isShielded), let failed = closer.runUnlessAwaited() {
      closers.removeLast()
      failures.add(failed)
    }
    return failures
  }

  /// Whether a closer, which may be shielded, can run in the running task.
  @inlinable @inline(__always)
  package static func mayRunHere(_ isShielded: Bool) -> Bool { !isShielded || !Task.isCancelled }

  /// Runs every closer in a separate task that is never cancelled. Where the system supports it, the task starts immediately: closers that never suspend have
  /// then ended on return.
  @usableFromInline package func unstructured() -> Task<[CloseError.Failure], Never> {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { return Task.immediate { await runAwaiting() } }
    return Task { await runAwaiting() }
  }

  private func runAwaiting() async -> [CloseError.Failure] {
    var (left, failures) = (self, [CloseError.Failure]())
    while let closer = left.takeNext() {
      failures.add(await closer.run())
    }
    return failures
  }
}

extension [CloseError.Failure] {
  // There are hardly ever any; then nothing is touched.
  @inlinable @inline(__always)
  package mutating func add(_ others: Self) { if !others.isEmpty { self += others } }
}
