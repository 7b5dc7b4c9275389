// SPDX-License-Identifier: Apache-2.0

/// What is to be run because something closes.
@usableFromInline
package struct Closing: Sendable {
  /// What lies in the scope that closes. It was made before everything in `closers`.
  @usableFromInline package var places = ClosingPlaces()
  /// What is to be closed first is last.
  @usableFromInline package var closers: [Closer] = []
  /// What has to stay until all is run: a value that closes may use one that has nothing to do on closing.
  @usableFromInline package var held: [any Sendable] = []

  @inlinable package init(places: ClosingPlaces = ClosingPlaces(), closers: [Closer] = []) {
    self.places = places
    self.closers = closers
  }

  @inlinable package var isEmpty: Bool { places.isEmpty && closers.isEmpty }

  /// Takes out what is to be closed next; `nil` when nothing is left.
  private mutating func takeNext() -> Closer? { closers.popLast() ?? places.takeLast().map(Closer.place) }

  /// Takes out what is to be closed next, if it is in `closers` and not shielded.
  @usableFromInline package mutating func takeUnshieldedCloser() -> Closer? {
    closers.last.flatMap { $0.isShielded ? nil : closers.popLast() }
  }

  /// Takes out what is to be closed next, if it is in `places` and not shielded.
  @inline(__always)
  @usableFromInline package mutating func takeUnshieldedPlace() -> ClosingPlace? {
    closers.isEmpty ? places.last.flatMap { $0.isShielded ? nil : places.takeLast() } : nil
  }

  private var all: [Closer] { places.all.map(Closer.place) + closers }

  /// Adds what closes before everything that is there.
  @usableFromInline package mutating func append(_ inner: Closing) {
    closers += inner.all
    held += inner.held
  }

  /// What has to be awaited; `nil` when nothing has.
  package var awaitedStep: ResolutionError.Step? { all.lazy.compactMap(\.awaitedStep).first }

  /// Runs everything. Nothing is skipped because something before it failed.
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

  /// Runs everything, each after the one before it. Nothing is skipped because something before it failed, or because the running task
  /// was cancelled.
  package nonisolated(nonsending) func run() async -> [CloseError.Failure] {
    defer { withExtendedLifetime(held) {} }
    var left = self
    let failures = left.runUntilAwaited()
    return left.isEmpty ? failures : failures + (await left.runAwaited())
  }

  /// Runs what ``runUntilAwaited()`` has left, of which the first has to be awaited unless it is shielded.
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

  /// Runs what needs no awaiting, up to the first that does. As long as that is so no task is needed, unless to hide from a hook that the
  /// running one is cancelled.
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

  /// Whether what may be shielded can be run by the running task.
  @inlinable @inline(__always)
  package static func mayRunHere(_ isShielded: Bool) -> Bool { !isShielded || !Task.isCancelled }

  /// Runs everything in a task of its own, which nobody cancels. It begins at once where the system can do that: what never suspends has
  /// then ended when it is there.
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
