// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailInjected
import Testing
import TestSupport

private struct Dashboard {
  @Injected var radio: Radio
}

// The only tests of this process that install a container, the one place of global state: one after the other.
@Suite(.serialized) struct SharedContainerTests {
  private func container(_ frequency: Double) throws -> Container {
    try Container { Bind { Radio(frequency: frequency) } }
  }

  @Test func `at first there is none, and the error says what to do`() {
    #expect(throws: ContainerError.notInstalled) { try Container.shared }
    #expect(
      ContainerError.notInstalled.description == """
        error: [container-not-installed] no shared container is set
          help: call Container.install(_:) once when the program starts, or run the code inside withContainer(_:) { … }
        """)
  }

  @Test func `without one an injected property is an error that says so`() {
    let dashboard = Dashboard()
    let error = #expect(throws: ResolutionError.self) { try dashboard.$radio.get() }
    #expect(error?.code == .missing)
    #expect(
      error?.description == """
        error: [missing-binding] 'Radio' is injected, but no container is current
          SharedContainerTests.swift:8:4
          help: call Container.install(_:) once when the program starts, or run the code inside withContainer(_:) { … }
        """)
    #expect(error?.underlying as? ContainerError == .notInstalled)
  }

  @Test func `one container is installed, a second one is refused, and after removal another one may come`() throws {
    let (first, second) = (try container(1), try container(2))
    try Container.install(first)
    defer { Container.remove() }
    #expect(try Container.shared === first)
    let place = Dovetail.SourceLocation(fileID: #fileID, line: #line - 3, column: 26)
    #expect(throws: ContainerError.alreadyInstalled(at: place)) { try Container.install(second) }
    #expect(throws: ContainerError.alreadyInstalled(at: place)) { try Container.install(first) }
    #expect(try Container.shared === first)
    #expect(
      ContainerError.alreadyInstalled(at: place).description == """
        error: [container-already-installed] a shared container is set already
          installed at \(place)
          help: install one container per program; call Container.remove() first to replace it
        """)
    Container.remove()
    Container.remove()
    try Container.install(second)
    #expect(try Container.shared === second)
    #expect(!first.isClosed)
  }

  @Test func `withContainer wins over the installed one, for its closure and its tasks`() async throws {
    let (installed, local) = (try container(1), try container(2))
    try Container.install(installed)
    defer { Container.remove() }
    #expect(Dashboard().radio.frequency == 1)
    withContainer(local) { #expect(Dashboard().radio.frequency == 2) }
    await withContainer(local) {
      await Task { #expect(Dashboard().radio.frequency == 2) }.value
      await Task.detached { #expect(Dashboard().radio.frequency == 1) }.value
    }
    #expect(try Container.shared === installed)
  }

  @Test func `withContainer hands on what its closure returns and throws`() async throws {
    let container = try container(1)
    #expect(withContainer(container) { 5 } == 5)
    #expect(throws: Breakdown.self) { try withContainer(container) { throw Breakdown() } }
    #expect(await withContainer(container) { await Task { 5 }.value } == 5)
    await #expect(throws: Breakdown.self) { try await withContainer(container) { () async throws in throw Breakdown() } }
    #expect(throws: ContainerError.notInstalled) { try Container.shared }
  }

  @Test func `one of many threads that install at once succeeds`() throws {
    let container = try container(1)
    let (installed, refused) = (Counter(), Counter())
    Threads.run(32) { _ in
      do throws(ContainerError) {
        try Container.install(container)
        installed.add()
      } catch { refused.add() }
    }
    Container.remove()
    #expect(installed.value == 1)
    #expect(refused.value == 31)
  }

  /// Asks for the shared container when it goes.
  private final class LastWords: Sendable {
    let asked: Counter
    init(_ asked: Counter) { self.asked = asked }
    deinit { if (try? Container.shared) == nil { asked.add() } }
  }

  @Test func `the container that is removed goes outside the lock of the installed one`() throws {
    let asked = Counter()
    do {
      let container = try Container { Bind { LastWords(asked) }.in(.singleton) }
      _ = try container.resolve(LastWords.self)
      try Container.install(container)
    }
    #expect(asked.value == 0)
    Container.remove()
    #expect(asked.value == 1)
  }
}
