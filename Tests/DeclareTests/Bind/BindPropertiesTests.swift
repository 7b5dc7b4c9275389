// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

/// A class that is filled after its initialiser, as older code has them.
private class Dashboard {
  var radio = Radio(frequency: 0)
  var road: Road?
  var clock: Int?
}

private final class SportDashboard: Dashboard {
  var lapTimer = ""
}

private struct Panel: Sendable {
  var radio = Radio(frequency: 0)
  var road: Road?
  var wheel: Provider<Wheel>?
}

@Suite struct BindPropertiesTests {
  @Test func `a required property of a class is always set, a filled one only when it is nil`() throws {
    let container = try Container {
      Bind(Dashboard.init).require(\.radio).fill(\.road).fill(\.clock)
      Bind { Radio(frequency: 102.8) }
      Bind { Road() }
      Bind { 12 }
    }
    let dashboard = try container.resolve(Dashboard.self)
    #expect(dashboard.radio.frequency == 102.8)
    #expect(dashboard.road?.name == "Route 66")
    #expect(dashboard.clock == 12)
  }

  @Test func `a filled property keeps what the initialiser gave it`() throws {
    let container = try Container {
      Bind {
        let dashboard = Dashboard()
        dashboard.clock = 7
        return dashboard
      }.fill(\.clock)
      Bind { 12 }
    }
    #expect(try container.resolve(Dashboard.self).clock == 7)
  }

  @Test func `properties of a struct are set as well`() throws {
    let container = try Container {
      Bind { Panel() }.require(\.radio).fill(\.road).in(.singleton)
      Bind { Radio(frequency: 102.8) }
      Bind { Road() }.in(.singleton)
    }
    let panel = try container.resolve(Panel.self)
    #expect(panel.radio.frequency == 102.8)
    #expect(try panel.road === container.resolve(Road.self))
  }

  @Test func `a property's name tells which bind is meant`() throws {
    let container = try Container {
      Bind(Dashboard.init).require(\.radio, named: "loud").fill(\.road, named: "scenic")
      Bind { Radio(frequency: 99) }.named("loud")
      Bind { Road(name: "Alpine") }.named("scenic")
    }
    let dashboard = try container.resolve(Dashboard.self)
    #expect(dashboard.radio.frequency == 99)
    #expect(dashboard.road?.name == "Alpine")
  }

  @Test func `a subclass sets its superclass's properties and its own`() throws {
    let container = try Container {
      Bind(Dashboard.self) { (sport: SportDashboard) in sport }
      Bind(SportDashboard.init).require(\.radio).require(\.lapTimer)
      Bind { Radio(frequency: 102.8) }
      Bind { "1:42" }
    }
    let dashboard = try container.resolve(Dashboard.self)
    #expect((dashboard as? SportDashboard)?.lapTimer == "1:42")
    #expect(dashboard.radio.frequency == 102.8)
  }

  @Test func `an optional property that is required has to be bound`() throws {
    let error = #expect(throws: GraphError.self) { try Container { Bind { Dashboard() }.require(\.clock) } }
    #expect(error?.report.errors.map(\.message) == ["nothing is bound for 'Int'"])
    let container = try Container {
      Bind { Dashboard() }.require(\.clock)
      Bind(instance: 7)
    }
    #expect(try container.resolve(Dashboard.self).clock == 7)
  }

  @Test func `properties may be deferred, so that two classes can know each other`() throws {
    let container = try Container {
      Bind { Panel() }.fill(\.wheel)
      Bind(Wheel.init)
    }
    let wheel = try #require(try container.resolve(Panel.self).wheel)
    #expect(wheel() !== wheel())
  }

  @Test func `a property that nothing answers is a finding before anything runs`() {
    let report = Container.check(
      InlineModule { Bind(Dashboard.init, fileID: "Garage/Dashboard.swift", line: 3, column: 5).fill(\.road) })
    #expect(report.errors.map(\.id) == [.missingBinding])
    #expect(report.errors.map(\.message) == ["nothing is bound for 'Road'"])
  }
}
