// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailComponents
import Synchronization
import Testing

private final class Store: Sendable {}

/// A module that keeps a state and its identity: an object, which its component makes once.
private final class CountingModule: ComponentPart, Sendable {
  private let app: WeakComponent<CountingComponent>
  private let reads = Mutex(0)
  var instances: Instances { app.instances }

  init(_ app: CountingComponent) { self.app = WeakComponent(app) }

  var count: Int { reads.withLock { $0 } }
  var store: Store {
    reads.withLock { $0 += 1 }
    return single { Store() }
  }
}

private class CountingComponent: Component, @unchecked Sendable {
  let instances = Instances()
  var main: CountingModule { single { CountingModule(self) } }
}

private protocol Supplying: ComponentPart, Sendable {
  var store: Store { get }
}

private struct Supplies: Supplying {
  let instances: Instances
  let name: String
  var store: Store { single(key: name) { Store() } }
}

/// A component whose module may be registered again.
private final class RegisteringComponent: Component {
  let instances = Instances()
  private let module = Mutex<(any Supplying)?>(nil)

  @discardableResult
  func module(_ make: (RegisteringComponent) -> any Supplying) -> Self {
    let made = make(self)
    module.withLock { $0 = made }
    return self
  }

  func main() throws -> any Supplying { try module.withLock { try #require($0) } }
}

extension ComponentPart {
  /// A lifetime of one's own: the value is made again after a number of reads.
  fileprivate func renewed<Value: Sendable>(
    after reads: Int, member: StaticString = #function, line: UInt = #line, _ make: () -> Value
  ) -> Value {
    let count = single(key: "\(line)", member: member, line: line) { Reads() }.next() / reads
    return single(key: [Int(line), count], member: member, line: line, make)
  }
}

private final class Reads: Sendable {
  private let count = Mutex(0)
  func next() -> Int {
    count.withLock { count in
      defer { count += 1 }
      return count
    }
  }
}

private final class RenewingComponent: Component {
  let instances = Instances()
  var store: Store { renewed(after: 2) { Store() } }
  var other: Store { renewed(after: 3) { Store() } }
}

@Suite("Drip: modules") struct DripModuleTests {
  @Test func `DRP-3 and M-9: a module that is a single member keeps its state and its identity, and not its component`() {
    var component: CountingComponent? = CountingComponent()
    weak let gone = component
    #expect(component?.main === component?.main)
    _ = component?.main.store
    _ = component?.main.store
    #expect(component?.main.count == 2)
    #expect(component?.main !== CountingComponent().main)
    component = nil
    #expect(gone == nil)
  }

  @Test func `DRP-5: a module that is registered again takes the place of the first, whose objects stay`() throws {
    let component = RegisteringComponent().module { Supplies(instances: $0.instances, name: "first") }
    let store = try component.main().store
    #expect(try component.main().store === store)
    component.module { Supplies(instances: $0.instances, name: "second") }
    #expect(try component.main().store !== store)
    component.module { Supplies(instances: $0.instances, name: "first") }
    #expect(try component.main().store === store)
  }

  @Test func `DRP-21: a helper of one's own is written like single, with the place of its caller`() {
    let component = RenewingComponent()
    let (stores, others) = ((1...4).map { _ in component.store }, (1...4).map { _ in component.other })
    #expect(stores[0] === stores[1] && stores[2] === stores[3] && stores[1] !== stores[2])
    #expect(others[0] === others[2] && others[2] !== others[3])
  }
}
