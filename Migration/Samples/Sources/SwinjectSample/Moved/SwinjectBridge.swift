// Written by dovetail migrate.
import Dovetail
import Foundation
import Swinject

extension Swinject.Container {
  /// Lets this container ask Dovetail's for what has moved: call it in the place of the registrations that you remove.
  func registerMoved(from moved: Dovetail.Container) {
    register((any ParcelAPI).self) { _ in answer { try moved.resolve((any ParcelAPI).self) } }
    register((any Store).self, name: "cache") { _ in answer { try moved.resolve((any Store).self, named: "cache") } }
    register((any Store).self, name: "the \"old\" archive") { _ in answer { try moved.resolve((any Store).self, named: "the \"old\" archive") } }
    register(ParcelHistory.self) { _ in answer { try moved.resolve(ParcelHistory.self) } }
    register(ParcelTracker.self) { _ in answer { try moved.resolve(ParcelTracker.self) } }.inObjectScope(.transient)
    register((any ParcelReading).self) { _ in answer { try moved.resolve((any ParcelReading).self) } }.inObjectScope(.transient)
    register(ParcelModel.self) { (_: any Swinject.Resolver, argument0: String) in answer { try moved.resolve(ParcelModel.self, arguments: argument0) } }
    register(Reminder.self) { _ in answer { try moved.resolve(Reminder.self) } }
    register(ParcelLog.self) { _ in answer { try moved.resolve(ParcelLog.self) } }
    // left: Account is made in a SessionScope: ask the open scope
    // left: SyncEngine is made in a SessionScope: ask the open scope
    register(FaxMachine.self) { _ in answer { try moved.resolve(FaxMachine.self) } }
    register(Van.self) { _ in answer { try moved.resolve(Van.self) } }
    register(Driver.self) { _ in answer { try moved.resolve(Driver.self) } }
    register(Depot.self) { _ in answer { try moved.resolve(Depot.self) } }
    register(Route.self) { _ in answer { try moved.resolve(Route.self) } }
    register(RoutePlanner.self) { _ in answer { try moved.resolve(RoutePlanner.self) } }
  }
}

/// A factory of the other container cannot throw.
private func answer<Value>(_ make: () throws -> Value) -> Value {
  do { return try make() } catch { fatalError("\(error)") }
}
