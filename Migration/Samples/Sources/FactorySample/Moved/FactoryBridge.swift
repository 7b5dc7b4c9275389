// Written by dovetail migrate.
import Dovetail
import FactoryKit
import class FactoryKit.Container

extension Container {
  /// Lets the factories of this container ask Dovetail's for what has moved: call it when the program starts.
  func registerMoved(from moved: Dovetail.Container) {
    api.register { answer { try moved.resolve((any ParcelAPI).self) } }
    history.register { answer { try moved.resolve(ParcelHistory.self) } }
    tracker.register { answer { try moved.resolve(ParcelTracker.self) } }
    model.register { argument in answer { try moved.resolve(ParcelModel.self, arguments: argument) } }
    inbox.register { answer { try moved.resolve(Folder.self, named: "inbox") } }
    outbox.register { answer { try moved.resolve(Folder.self, named: "outbox") } }
    // left: Account is made in a SessionScope: ask the open scope
    // left: SyncEngine is made in a SessionScope: ask the open scope
    van.register { answer { try moved.resolve(Van.self) } }
    driver.register { answer { try moved.resolve(Driver.self) } }
    fax.register { answer { try moved.resolve(FaxMachine.self) } }
  }
}

extension OfficeContainer {
  /// Lets the factories of this container ask Dovetail's for what has moved: call it when the program starts.
  func registerMoved(from moved: Dovetail.Container) {
    archive.register { answer { try moved.resolve(Archive.self) } }
  }
}

/// A factory of the other container cannot throw.
private func answer<Value>(_ make: () throws -> Value) -> Value {
  do { return try make() } catch { fatalError("\(error)") }
}
