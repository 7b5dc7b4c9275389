// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailLifecycle
import DovetailNames
import DovetailTesting
import Testing

@Suite struct RecordingTests {
  @Test func `a recorder counts what is created, by type, name and key`() throws {
    let recorder = RecordingObserver()
    let container = try Container(observers: [recorder]) {
      Bind { Till() }
      Bind { Till() }.named("second").in(.singleton)
      NamedBind("third", needs: []) { _ in 3 }
    }
    for _ in 0..<3 {
      _ = try container.resolve(Till.self)
      _ = try container.resolve(Till.self, named: "second")
      _ = try container.resolve("third", as: Int.self)
    }
    #expect(recorder.creations(of: Till.self) == 3)
    #expect(recorder.creations(of: Till.self, named: "second") == 1)
    #expect(recorder.creations(of: Key(Till.self, named: "second")) == 1)
    #expect(recorder.creations(of: Key(dynamic: "third")) == 3)
    #expect(recorder.creations(of: Shop.self) == 0)
    #expect(recorder.reuses(of: Till.self, named: "second") == 0)
  }

  @Test func `it tells what was reused when it was made for that`() throws {
    let recorder = RecordingObserver(observesReuse: true)
    let container = try Container(QuietModule(), observers: [recorder])
    for _ in 0..<3 { _ = try container.resolve(Shop.self) }
    #expect(recorder.reuses(of: Shop.self) == 2)
    #expect(recorder.reuses(of: Key(Shop.self)) == 2)
    #expect(recorder.reuses(of: (any Store).self) == 0)
  }

  @Test func `it tells in which order things are created, fail, start, stop and close`() async throws {
    let recorder = RecordingObserver()
    let container = try Container(observers: [recorder]) {
      Bind((any Store).self, MemoryStore.init).in(.singleton).onStart { _ in }.onStop { _ in }.onClose { _ in }
      Bind(Shop.init).in(.singleton).onStart { _ in }.onStop { _ in }.onClose { _ in }
      Bind { (shop: Shop) throws -> Till in throw Breakdown() }
    }
    try await container.start()
    #expect(throws: ResolutionError.self) { try container.resolve(Till.self) }
    try await container.stop()
    try await container.close()
    #expect(recorder.created == ["any Store", "Shop"])
    #expect(recorder.failed == ["Till"])
    #expect(recorder.started == ["any Store", "Shop"])
    #expect(recorder.stopped == ["Shop", "any Store"])
    #expect(recorder.closed == ["Shop", "any Store"])
  }
}
