// SPDX-License-Identifier: Apache-2.0
import Foundation

protocol ParcelAPI: Sendable { func status(of number: String) -> String }
protocol ParcelReading: Sendable {}
protocol Calendaring: Sendable {}
protocol Store: Sendable {}

struct HTTPParcelAPI: ParcelAPI {
  let host: URL
  func status(of number: String) -> String { "\(number) at \(host)" }
}

struct DiskStore: Store { let folder: String }
final class ParcelHistory: Sendable {
  let store: any Store
  init(store: any Store) { self.store = store }
}
final class ParcelTracker: ParcelReading, Sendable {
  let api: any ParcelAPI
  let history: ParcelHistory
  init(api: any ParcelAPI, history: ParcelHistory) { (self.api, self.history) = (api, history) }
}
final class ParcelModel: Sendable {
  let number: String
  init(number: String) { self.number = number }
}
final class Reminder: Sendable {
  let calendar: any Calendaring
  init(calendar: any Calendaring) { self.calendar = calendar }
}
final class ParcelLog: Sendable {
  let title: String
  init(title: String) { self.title = title }
}
final class Van: Sendable {
  let driver: Driver
  init(driver: Driver) { self.driver = driver }
}
final class Driver: Sendable {
  let van: Van
  init(van: Van) { self.van = van }
}
final class Account: Sendable {}
final class SyncEngine: Sendable {
  let account: Account
  init(account: Account) { self.account = account }
}
final class FaxMachine: Sendable {}
final class Depot: Sendable {}
final class Route: Sendable {
  let depot: Depot
  init(depot: Depot) { self.depot = depot }
}
final class RoutePlanner: Sendable {
  let route: Route
  let depot: Depot
  init(route: Route, depot: Depot) { (self.route, self.depot) = (route, depot) }
}
final class Locator: @unchecked Sendable { init(_ resolver: Any) {} }
final class Badge: @unchecked Sendable { var planner: RoutePlanner? }
final class Desk: Sendable {
  let badge: Badge
  init(badge: Badge) { self.badge = badge }
}
final class Debugger: Sendable {}

enum StoreNames: String { case cache, archive = "the \"old\" archive" }
