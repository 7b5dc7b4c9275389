// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

/// A label that knows for whom it was made.
private struct Label: Sendable {
  var text: String
}

private final class Desk: Sendable {
  let label: Label
  init(label: Label) { self.label = label }
}

private final class Drawer {
  var label = Label(text: "none")
  init() {}
}

private protocol Named: Sendable {
  var labels: [String] { get }
}

private struct Shelf: Named {
  let labels: [String]
}

private let labelled = Bind(forRequester: { (requester: Requester) in Label(text: "\(requester.key)") })

@Suite struct RequesterTests {
  @Test func `every bind gets a value that was made for it`() throws {
    let container = try Container {
      labelled
      Bind(Desk.init).in(.singleton)
      Bind(Desk.init).named("spare")
      Bind((any Named).self) { (label: Label) in Shelf(labels: [label.text]) }
      Bind(Drawer.init).require(\.label)
    }
    #expect(try container.resolve(Desk.self).label.text == "Desk")
    #expect(try container.resolve(Desk.self, named: "spare").label.text == "Desk named \"spare\"")
    #expect(try container.resolve((any Named).self).labels == ["any Named"])
    #expect(try container.resolve(Drawer.self).label.text == "Drawer")
  }

  @Test func `whoever takes it through something else is still the requester`() throws {
    let container = try Container {
      labelled
      Bind(forRequester: { (requester: Requester) in Label(text: "first of \(requester.key)") }).contribute(key: "first")
      Bind(forRequester: { (requester: Requester) in Label(text: "second of \(requester.key)") }).contribute(key: "second")
      Bind { (maybe: Label?, provider: Provider<Label>, lazy: Lazy<Label>, closure: @escaping @Sendable () -> Label) in
        Shelf(labels: [maybe?.text ?? "none", try provider.make().text, try lazy.get().text, closure().text])
      }
      Bind { (all: [Label], keyed: [String: Label]) in
        Shelf(labels: (all + keyed.values.sorted { $0.text < $1.text }).map(\.text))
      }
      .named("parts")
    }
    #expect(try container.resolve(Shelf.self).labels == ["Shelf", "Shelf", "Shelf", "Shelf"])
    let parts = ["first of Shelf named \"parts\"", "second of Shelf named \"parts\""]
    #expect(try container.resolve(Shelf.self, named: "parts").labels == parts + parts)
  }

  @Test func `what nobody in particular asks for is made for the program`() throws {
    let container = try Container {
      labelled
      Bind(forRequester: { (requester: Requester) in Label(text: "shared by \(requester.key)") }).named("shared").in(.singleton)
      Bind(Desk.init).needs(Label.self, named: "shared")
      Bind { (resolver: any Resolver) in Shelf(labels: [try resolver.resolve(Label.self).text]) }.needs(Label.self)
    }
    #expect(try container.resolve(Label.self).text == "the program")
    #expect(try container.resolve(Provider<Label>.self).make().text == "the program")
    #expect(try container.resolve(Shelf.self).labels == ["the program"])
    #expect(try container.resolve(Desk.self).label.text == "shared by the program")
  }

  @Test func `somebody may say for whom it is made`() throws {
    let friend = Requester(key: Graph.Key(type: TypeName(text: "a friend")))
    let container = try Container {
      labelled
      Bind { (make: Factory<Label, Requester>) throws in Shelf(labels: [try make.make(friend).text]) }
    }
    #expect(try container.resolve(Shelf.self).labels == ["a friend"])
    #expect(try container.resolve(Label.self, arguments: friend).text == "a friend")
  }

  @Test func `it may need more, be decorated and be replaced`() async throws {
    let container = try Container {
      Bind(forRequester: { (requester: Requester, order: Order) in Label(text: "\(requester.key) \(order.number)") })
      Bind { () async in Order(number: 7) }.in(.singleton)
      Decorate(Label.self) { (inner: Label, order: Order) in Label(text: "<\(inner.text)>") }
      Bind(Desk.init)
      Bind { (label: Label) async in Shelf(labels: [label.text]) }
    }
    #expect(try await container.resolve(Desk.self).label.text == "<Desk 7>")
    #expect(try await container.resolve(Shelf.self).labels == ["<Shelf 7>"])
    let test = try container.rebuilt { Bind(instance: Label(text: "fake")) }
    #expect(try await test.resolve(Desk.self).label.text == "<fake>")
  }

  @Test func `a child's binds are requesters of what the parent binds`() throws {
    let parent = try Container { labelled }
    let child = try parent.child { Bind(Desk.init) }
    #expect(try child.resolve(Desk.self).label.text == "Desk")
  }

  @Test func `requester and place are known`() throws {
    let requester = Box<Requester>()
    let line: UInt = #line + 6
    let container = try Container {
      Bind(forRequester: { (found: Requester) in
        requester.value = found
        return Label(text: "")
      })
      Bind { (_: Label) in Order(number: 1) }
    }
    _ = try container.resolve(Order.self)
    let place = SourceLocation(fileID: #fileID, line: line, column: 12)
    #expect(
      requester.value
        == Requester(key: Graph.Key(type: TypeName(Order.self)), module: TypeName(text: "inline module"), location: place))
  }

  @Test func `it is checked as any other need`() {
    let report = Container.check(InlineModule { Bind(Desk.init) })
    #expect(report.diagnostics.map(\.message) == ["nothing is bound for 'Label'"])
  }

  @Test func `it may be made on an actor`() async throws {
    let container = try Container {
      Bind(forRequester: { (requester: Requester) in Label(text: "\(requester.key)") }).onCreate { @MainActor _ in
        MainActor.assertIsolated()
      }
      Bind { (label: Label) async in Shelf(labels: [label.text]) }
      Bind { (label: AsyncProvider<Label>) async throws in Order(number: try await label.make().text.count) }
    }
    #expect(try await container.resolve(Shelf.self).labels == ["Shelf"])
    #expect(try await container.resolve(Order.self).number == 5)
  }

  @Test func `its other arguments have their defaults, which a module of the parent may replace`() async throws {
    let parent = try Container {
      Bind(forRequester: { (requester: Requester, size: Int) in Label(text: "\(requester.key) \(size)") }).arguments(defaults: 3)
      Bind(Desk.init)
      Bind { (label: Label) async in Shelf(labels: [label.text]) }
      DefaultArgument(1, of: Label.self, 5)
      Decorate(Label.self) { (inner: Label) in Label(text: "<\(inner.text)>") }
    }
    let child = try parent.child { Bind(Desk.init).named("spare") }
    #expect(try await parent.resolve(Desk.self).label.text == "<Desk 5>")
    #expect(try await parent.resolve(Shelf.self).labels == ["<Shelf 5>"])
    #expect(try await child.resolve(Desk.self, named: "spare").label.text == "<Desk named \"spare\" 5>")
    #expect(try await parent.resolve(Label.self).text == "<the program 5>")
  }
}
