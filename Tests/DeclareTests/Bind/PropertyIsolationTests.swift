// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailRelatives
import Testing
import CoreTestSupport
import TestSupport

private final class Service: Sendable {}

/// Not Sendable, so that the compiler would let it cross to no actor.
private final class Notes {}

/// As a view controller: of the main actor, with all that it shows set from outside.
@MainActor private class Screen {
  var service: Service?
  var title = ""
  var notes: Notes?
  var later: Provider<Notes>?

  nonisolated init() {}
}

@MainActor private final class DetailScreen: Screen {
  var detail: Notes?

  override init() {}
}

@MainActor private final class Palette {
  init() {}
}

@MainActor private final class Studio {
  var palette: Palette?

  init() async {}
}

@MainActor private struct Style {
  var title = ""
}

@globalActor private actor Drawing {
  static let shared = Drawing()
}

extension Drawing {
  @Drawing fileprivate static func hasNotes(_ canvas: Canvas) -> Bool { canvas.notes != nil }
}

@Drawing private final class Canvas {
  var service: Service?
  var notes: Notes?

  init() {}
}

private enum Visit: ScopeKind {}

private struct ScreenModule: Module {
  var bindings: Bindings {
    Bind(Service.init).in(.singleton)
    Bind(Notes.init)
    Bind { "home" }
    Bind(Screen.init).fill(\.service).require(\.title).require(\.notes).fill(\.later)
  }
}

@Suite struct PropertyIsolationTests {
  @MainActor @Test func `a property of a main-actor class is required and filled by its key path`() throws {
    let container = try Container(ScreenModule())
    let screen = try container.resolve(Screen.self)
    #expect(try screen.service === container.resolve(Service.self))
    #expect(screen.title == "home")
    let (notes, later) = (try #require(screen.notes), try #require(screen.later))
    #expect(later() !== notes)
  }

  @MainActor @Test func `fill leaves alone what the object has set, and require does not`() throws {
    let (own, notes) = (Service(), Notes())
    let make: @MainActor @Sendable () -> Screen = {
      let screen = Screen()
      (screen.service, screen.title, screen.notes) = (own, "own", notes)
      return screen
    }
    let container = try Container {
      Bind(Service.init)
      Bind(Notes.init)
      Bind { "home" }
      Bind(make).fill(\.service).require(\.title).fill { @MainActor in
        $0.notes
      } with: { @MainActor in
        $0.notes = $1
      }
    }
    let screen = try container.resolve(Screen.self)
    #expect(screen.service === own && screen.title == "home" && screen.notes === notes)
  }

  @Test func `a property of an actor makes the bind belong there, like a factory`() async throws {
    let container = try Container(ScreenModule())
    #expect(container.graph.bindings.first { $0.key.type.description == "Screen" }?.isolation == "MainActor")
    func now() throws -> Screen { try container.resolve() }
    #expect(
      failure { try now() } == """
        [isolation-mismatch] 'Screen' belongs to MainActor, and was resolved synchronously by code that runs elsewhere
        Screen
        """)
    let screen = try await container.resolve(Screen.self)
    #expect(await MainActor.run { screen.service != nil && screen.notes != nil && screen.title == "home" })
  }

  @MainActor @Test func `what has properties of the main actor is shared there and in a scope`() async throws {
    let container = try Container {
      Include(ScreenModule())
      Bind(DetailScreen.init).require(\.detail).require(\.service).in(.scoped(Visit.self))
      Bind(Screen.init).require(\.notes).override.in(.singleton, on: MainActor.self)
    }
    #expect(try await container.resolve(Screen.self) === container.resolve(Screen.self))
    let (first, second) = try await container.withScope(Visit.self) { scope in
      (try await scope.resolve(DetailScreen.self), try await scope.resolve(DetailScreen.self))
    }
    #expect(first === second && first.detail != nil && first.service != nil)
  }

  @Test func `the properties of an asynchronous bind are set on their actor`() async throws {
    let make: @MainActor @Sendable () async -> Screen = { Screen() }
    let container = try Container {
      Include(ScreenModule())
      Bind(make).override.fill(\.service).require(\.notes).in(.singleton)
    }
    let screen = try await container.resolve(Screen.self)
    #expect(await MainActor.run { screen.service != nil && screen.notes != nil })
  }

  @Test func `an asynchronous bind sets a property to a value of the same actor`() async throws {
    let container = try Container {
      Bind(Palette.init).in(.singleton)
      Bind(Studio.init).require(\.palette)
    }
    let (studio, palette) = (try await container.resolve(Studio.self), try await container.resolve(Palette.self))
    #expect(await studio.palette === palette)
  }

  @Test func `a closure sets a property of any actor, and runs there`() async throws {
    let container = try Container {
      Bind(Service.init).named("plain").in(.singleton)
      Bind(Notes.init)
      Bind(Canvas.init)
        .require(named: "plain") { @Drawing in
          Drawing.shared.preconditionIsolated()
          $0.service = $1
        }
        .fill { @Drawing in
          $0.notes
        } with: { @Drawing in
          $0.notes = $1
        }
    }
    let canvas = try await container.resolve(Canvas.self)
    let service = try await container.resolve(Service.self, named: "plain")
    #expect(await canvas.service === service)
    #expect(await Drawing.hasNotes(canvas))
  }

  @Test func `a closure sets a property of no actor as well`() throws {
    final class Desk {
      var notes: Notes?
      var title = ""
    }
    let container = try Container {
      Bind(Notes.init)
      Bind { "home" }
      Bind(Desk.init).fill {
        $0.notes
      } with: {
        $0.notes = $1
      }.require { $0.title = $1 }
    }
    let desk = try container.resolve(Desk.self)
    #expect(desk.notes != nil && desk.title == "home")
  }

  @Test func `a need of a closure's property is in the graph, and a missing one is a finding`() {
    let report = Container.check(InlineModule { Bind(Screen.init).require { @MainActor in $0.service = $1 } })
    #expect(report.errors.map(\.message) == ["nothing is bound for 'Service'"])
  }

  @MainActor @Test func `a property of a main-actor struct is set`() throws {
    let container = try Container {
      Bind { "home" }
      Bind { @MainActor in Style() }.require(\.title)
    }
    #expect(try container.resolve(Style.self).title == "home")
  }

  @MainActor @Test func `an object that was made elsewhere gets its properties on the actor`() throws {
    let container = try Container(ScreenModule())
    let screen = Screen()
    try container.inject(into: screen)
    #expect(screen.service != nil && screen.title == "home" && screen.notes != nil)
  }

  @Test func `code that runs elsewhere sets no property of an object`() async throws {
    let container = try Container(ScreenModule())
    let screen = Screen()
    func now() throws { try container.inject(into: screen) }
    let error = #expect(throws: ResolutionError.self) { try now() }
    #expect(error?.code == .isolated)
    #expect(await screen.service == nil)
  }

  @Test func `properties and hooks of two actors are a finding`() {
    let report = Container.check(
      InlineModule {
        Bind(Service.init)
        Bind(Canvas.init).require { @Drawing in $0.service = $1 }.onCreate { @MainActor _ in }
      })
    #expect(
      report.errors.map(\.message) == ["the binding of 'Canvas' belongs to Drawing and to MainActor, and no code runs on both"])
  }

  @Test func `properties and hooks of two actors are a finding on an asynchronous bind, too`() {
    let report = Container.check(
      InlineModule {
        Bind(Service.init)
        Bind { () async in await Canvas() }.require { @Drawing in $0.service = $1 }.onCreate { @MainActor _ in }
      })
    #expect(
      report.errors.map(\.message) == ["the binding of 'Canvas' belongs to Drawing and to MainActor, and no code runs on both"])
  }
}
