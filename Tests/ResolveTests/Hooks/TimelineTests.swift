// SPDX-License-Identifier: Apache-2.0
import DovetailLifecycle
import Testing

import Dovetail
import CoreTestSupport
import TestSupport

@Suite struct TimelineTests {
  /// Events of a start at the given times, in milliseconds.
  private struct Script {
    private let origin = ContinuousClock.now
    private(set) var events: [Event] = []

    mutating func add(_ kind: Event.Kind, _ name: String, _ number: Int, at time: Int) {
      let subject = name == "Container" ? Event.Subject.container : Event.Subject(.named(name))
      events.append(Event(kind, of: subject, number: number, at: origin.advanced(by: .milliseconds(time))))
    }
  }

  private var script: Script {
    var script = Script()
    script.add(.starting(after: nil), "Container", 1, at: 0)
    script.add(.starting(after: nil), "Mains", 2, at: 0)
    script.add(.starting(after: nil), "Well", 3, at: 0)
    script.add(.started(in: .milliseconds(5)), "Well", 3, at: 5)
    script.add(.starting(after: 3), "Boiler", 4, at: 5)
    script.add(.started(in: .milliseconds(10)), "Mains", 2, at: 10)
    script.add(.starting(after: 2), "Lights", 5, at: 10)
    script.add(.started(in: .milliseconds(20)), "Boiler", 4, at: 25)
    script.add(.started(in: .milliseconds(20)), "Lights", 5, at: 30)
    script.add(.starting(after: 5), "Hall", 6, at: 30)
    return script
  }

  @Test func `the critical path is what the whole had to wait for`() {
    var script = script
    script.add(.started(in: .microseconds(10_050)), "Hall", 6, at: 40)
    let timeline = Timeline(script.events)
    #expect(timeline.entries.map(\.key) == ["Mains", "Well", "Boiler", "Lights", "Hall"])
    #expect(timeline.entries.map(\.waitedFor) == [nil, nil, 1, 0, 3])
    #expect(timeline.criticalPath.map { timeline.entries[$0].key } == ["Mains", "Lights", "Hall"])
    #expect(timeline.criticalDuration == .microseconds(40_050))
    #expect(timeline.duration == .microseconds(40_050))
    #expect(
      timeline.description == """
        5 parts in 40.1 ms; the critical path (*) takes 40.1 ms
        * Mains   |=========                               |  10.0 ms
          Well    |====                                    |  5.0 ms
          Boiler  |    ====================                |  20.0 ms after Well
        * Lights  |         ====================           |  20.0 ms after Mains
        * Hall    |                             ===========|  10.1 ms after Lights
        critical path: Mains -> Lights -> Hall
        """)
  }

  @Test func `a key with a line break stays on its line`() {
    var script = Script()
    script.add(.starting(after: nil), "Container", 1, at: 0)
    script.add(.starting(after: nil), "Ma\nins", 2, at: 0)
    script.add(.started(in: .milliseconds(10)), "Ma\nins", 2, at: 10)
    script.add(.starting(after: 2), "Hall", 3, at: 10)
    script.add(.started(in: .milliseconds(10)), "Hall", 3, at: 20)
    let timeline = Timeline(script.events)
    #expect(timeline.entries.map(\.key) == ["Ma\nins", "Hall"])
    #expect(
      timeline.description == """
        2 parts in 20.0 ms; the critical path (*) takes 20.0 ms
        * Ma\\nins  |====================                    |  10.0 ms
        * Hall     |                    ====================|  10.0 ms after Ma\\nins
        critical path: Ma\\nins -> Hall
        """)
  }

  @Test func `what failed and what never ended is shown as such`() {
    var script = script
    script.add(.failed(Breakdown(), after: .milliseconds(2)), "Hall", 6, at: 32)
    script.add(.starting(after: 4), "Roof", 7, at: 33)
    script.add(.failed(Breakdown(), after: .milliseconds(33)), "Container", 1, at: 33)
    let lines = Timeline(script.events).description.split(separator: "\n")
    #expect(lines[5].hasSuffix("2.0 ms after Lights, failed"))
    #expect(lines[6].hasSuffix("0.0 ms after Boiler, unfinished"))
  }

  @Test func `only the last start counts`() {
    var script = script
    #expect(Timeline(script.events).entries.count == 5)
    script.add(.starting(after: nil), "Container", 8, at: 50)
    #expect(Timeline(script.events).entries.isEmpty)
    script.add(.starting(after: nil), "Mains", 9, at: 51)
    script.add(.started(in: .milliseconds(3)), "Mains", 9, at: 54)
    let entry = Timeline(script.events).entries.first
    #expect(entry?.began == .milliseconds(1))
    #expect(entry?.ended == .milliseconds(4))
  }

  @Test func `starts of several containers that overlap have a timeline each`() async throws {
    let (recorder, first, second) = (RecordingObserver(), Door(), Door())
    let early = try Container(observers: [recorder]) {
      Bind(Well.init).in(.singleton).onStart { _ in await first.pass() }
      Bind { (_: Well) in Road() }.in(.singleton).eager
    }
    let late = try Container(observers: [recorder]) {
      Bind(Mains.init).in(.singleton).onStart { _ in await second.pass() }
      Bind(Fuses.init).in(.singleton).eager
    }
    let child = try late.child { Bind { 7 }.in(.singleton).eager }
    let starts = [Task { try await early.start() }]
    await yield { first.queue == 1 }
    let others = [Task { try await late.start() }]
    await yield { second.queue == 1 }
    try await child.start()
    first.open()
    for start in starts { try await start.value }
    second.open()
    for start in others { try await start.value }
    let timelines = recorder.timelines
    #expect(timelines.map { $0.entries.map(\.key) } == [["Well", "Road"], ["Mains", "Fuses"], ["Int"]])
    #expect(timelines.allSatisfy { $0.entries.allSatisfy { $0.outcome == .started } })
    #expect(timelines.map { $0.entries.last?.waitedFor } == [0, 0, nil])
    #expect(recorder.timeline == timelines.last)
  }

  @Test func `times that make no sense are drawn without a trap`() {
    var script = Script()
    script.add(.starting(after: nil), "Container", 1, at: 10)
    script.add(.starting(after: 7), "Mains", 2, at: 0)
    script.add(.started(in: .seconds(Int64.max)), "Mains", 2, at: 5)
    script.add(.starting(after: 2), "Fuses", 3, at: 1)
    script.add(.started(in: .seconds(-1)), "Fuses", 3, at: 2)
    let timeline = Timeline(script.events)
    #expect(timeline.entries.map(\.waitedFor) == [nil, 0])
    #expect(
      timeline.description == """
        2 parts in 922337203685477580.7 ms; the critical path (*) takes 922337203685477580.7 ms
        * Mains  |========================================|  922337203685477580.7 ms
          Fuses  |=                                       |  -1000.0 ms after Mains
        critical path: Mains
        """)
  }

  @Test func `without a start there is nothing to show`() {
    #expect(RecordingObserver().timeline.description == "nothing was started")
    #expect(RecordingObserver().timeline.criticalPath == [])
  }

  @Test func `a real start has the critical path that its doors dictate`() async throws {
    let (recorder, lightsOn) = (RecordingObserver(), Door())
    let container = try Container(observers: [recorder]) {
      Bind(Hall.init).in(.singleton).eager
      Bind(Lights.init).in(.singleton).onStart { _ in lightsOn.open() }
      Bind(Fuses.init).in(.singleton)
      Bind(Mains.init).in(.singleton)
      Bind(Boiler.init).in(.singleton).onStart { _ in await lightsOn.pass() }
      Bind(Well.init).in(.singleton)
    }
    try await container.start()
    let timeline = recorder.timeline
    #expect(timeline.entries.map(\.key).sorted() == ["Boiler", "Hall", "Lights", "Mains"])
    #expect(timeline.entries.allSatisfy { $0.outcome == .started })
    // The fuses have nothing to do themselves, so what they wait for is what the lights wait for.
    let lights = try #require(timeline.entries.first { $0.key == "Lights" }?.waitedFor)
    #expect(timeline.entries[lights].key == "Mains")
    #expect(timeline.entries.last?.key == "Hall")
  }
}
