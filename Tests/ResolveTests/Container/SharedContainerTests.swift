// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailInjected
import Testing
import CoreTestSupport
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
          SharedContainerTests.swift:9:4
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
          help: install one container per program; Container.replaceShared(with:) replaces it
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

  @Test func `the shared container is replaced in one step: no request meanwhile finds none`() throws {
    try Container.install(container(0))
    defer { Container.remove() }
    let (containers, found, failures) = (try (1...50).map { try container(Double($0)) }, Counter(), Counter())
    Threads.run(4) { thread in
      if thread == 0 {
        for container in containers { Container.replaceShared(with: container) }
      } else {
        for _ in 0..<2_000 {
          do { if try Container.shared.resolve(Radio.self).frequency >= 0 { found.add() } } catch { failures.add() }
        }
      }
    }
    #expect(failures.value == 0 && found.value == 6_000)
    #expect(try Container.shared === containers.last)
  }

  @Test func `what replaces gets what was there, and installs where nothing was`() throws {
    defer { Container.remove() }
    let (first, second) = (try container(1), try container(2))
    let none = Container.replaceShared(with: first)
    let former = Container.replaceShared(with: second)
    #expect(none == nil && former === first)
    #expect(try Container.shared === second)
    #expect(!first.isClosed)
    let place = Dovetail.SourceLocation(fileID: #fileID, line: #line - 4, column: 41)
    #expect(throws: ContainerError.alreadyInstalled(at: place)) { try Container.install(first) }
    try withContainer(first) {
      Container.replaceShared(with: try container(3))
      #expect(try Container.shared === first)
    }
  }

  @Test func `a module is added to the shared container in one line: as a child the singletons stay, rebuilt they are new`()
    throws
  {
    struct HornModule: Module {
      var bindings: Bindings { Bind { "horn" } }
    }
    let first = try Container { Bind { Road() }.in(.singleton) }
    try Container.install(first)
    defer { Container.remove() }
    let road = try first.resolve(Road.self)
    let child = try Container.replaceShared { try $0.child(HornModule()) }
    #expect(try Container.shared === child)
    #expect(try child.resolve(String.self) == "horn")
    #expect(try child.resolve(Road.self) === road)
    try Container.replaceShared { try $0.rebuilt { Bind { Road() }.in(.singleton) } }
    #expect(try Container.shared.resolve(Road.self) !== road)
  }

  @Test func `two modules that are added at once are both there`() throws {
    try Container.install(Container())
    defer { Container.remove() }
    Threads.run(8) { thread in
      _ = try? Container.replaceShared { try $0.child { Bind { thread }.named("\(thread)") } }
    }
    #expect(try (0..<8).map { try Container.shared.resolve(Int.self, named: "\($0)") } == Array(0..<8))
  }

  @Test func `a change that fails, or that finds no container, changes nothing`() throws {
    #expect(throws: ContainerError.notInstalled) { try Container.replaceShared { $0 } }
    let first = try container(1)
    try Container.install(first)
    defer { Container.remove() }
    #expect(throws: GraphError.self) { try Container.replaceShared { try $0.child { Bind { (text: String) in 1 } } } }
    #expect(try Container.shared === first)
  }
}
