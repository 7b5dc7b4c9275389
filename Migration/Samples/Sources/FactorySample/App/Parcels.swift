// SPDX-License-Identifier: Apache-2.0
import FactoryKit

protocol ParcelAPI: Sendable { func status(of number: String) -> String }
protocol Billing: Sendable {}

struct HTTPParcelAPI: ParcelAPI {
  let host: String
  func status(of number: String) -> String { "\(number) at \(host)" }
}
struct RecordedParcelAPI: ParcelAPI {
  func status(of number: String) -> String { "recorded" }
}
final class ParcelHistory: Sendable {}
final class ParcelTracker: Sendable {
  let api: any ParcelAPI
  let history: ParcelHistory
  init(api: any ParcelAPI, history: ParcelHistory) { (self.api, self.history) = (api, history) }
}
final class ParcelModel: Sendable {
  let number: String
  init(number: String) { self.number = number }
}
final class Account: Sendable {}
final class SyncEngine: Sendable {
  let account: Account
  init(account: Account) { self.account = account }
}
final class FaxMachine: Sendable {}
struct Folder: Sendable { let path: String }

/// Takes its parts itself, and a van that takes its driver back.
final class Van: @unchecked Sendable {
  @Injected(\.driver) var driver
}
final class Driver: @unchecked Sendable {
  @Injected(\.van) var van
  @LazyInjected(\.tracker) var tracker
}
