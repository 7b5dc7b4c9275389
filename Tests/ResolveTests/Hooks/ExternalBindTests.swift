// SPDX-License-Identifier: Apache-2.0
import DovetailNames
import Testing

import Dovetail
import CoreTestSupport
import TestSupport

@Suite struct ExternalBindTests {
  /// Remembers the objects that it is shown, and what it was told of them.
  private final class Witness: InstanceObserver {
    private let seen = Lock<[(id: ObjectIdentifier, subject: Event.Subject)]>([])

    var keys: [String] { seen.withLock { $0 }.map(\.subject.key.description) }
    var ids: [ObjectIdentifier] { seen.withLock { $0 }.map(\.id) }

    func observe(_ event: Event) {}
    func observe(_ instance: AnyObject, of subject: Event.Subject) {
      let id = ObjectIdentifier(instance)
      seen.withLock { $0.append((id, subject)) }
    }
    func know(_ instance: AnyObject, of subject: Event.Subject) {}
  }

  @Test func `an external bind is marked in the graph and in what observers are told`() throws {
    let recorder = RecordingObserver()
    let container = try Container(observers: [recorder]) {
      Bind(Road.init(name:)).external
      Bind { "Route 66" }
      NamedBind("jack", needs: []) { _ in 1 }.external
    }
    _ = try container.resolve(Road.self)
    _ = try container.resolve("jack", as: Int.self)
    #expect(container.graph.bindings.map(\.isExternal) == [true, false, true])
    let created = recorder.events.compactMap { event in
      if case .creating = event.kind { "\(event.subject.key) \(event.subject.isExternal)" } else { nil }
    }
    #expect(created == ["Road true", "String false", "jack true"])
  }

  @Test func `an external value that exists already is told when it is handed out first`() throws {
    let recorder = RecordingObserver()
    let container = try Container(observers: [recorder]) {
      Bind(instance: Road()).external
      Bind(instance: Wheel())
    }
    for _ in 0..<2 { _ = try (container.resolve(Road.self), container.resolve(Wheel.self)) }
    #expect(recorder.events.dropFirst().map(\.subject.key.description) == ["Road", "Road"])
  }

  @Test func `who watches instances is shown every object that a factory returns, and nothing else`() async throws {
    let witness = Witness()
    let road = Road()
    let container = try Container(observers: [witness]) {
      Bind(Wheel.init).in(.singleton)
      Bind((any Engine).self, HybridEngine.init)
      Bind(Car.init)
      Bind(instance: road).external
      Bind { Radio(frequency: 102.8) }
      Bind { (wheel: Wheel) async in Well() }.in(.singleton)
      Bind((any AnyObject & Sendable).self) { (wheel: Wheel) in wheel }
    }
    let car = try await container.resolve(Car.self)
    _ = try await (container.resolve(Road.self), container.resolve(Radio.self))
    _ = try await container.resolve(Well.self)
    let same = try await container.resolve((any AnyObject & Sendable).self)
    #expect(witness.keys == ["any Engine", "Wheel", "Car", "Well", "any AnyObject"])
    #expect(witness.ids[1] == ObjectIdentifier(car.wheel))
    #expect(witness.ids[4] == ObjectIdentifier(same))
  }
}
