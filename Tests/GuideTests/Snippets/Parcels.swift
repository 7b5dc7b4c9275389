// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

// The parcel tracker of the guides from other frameworks. `ParcelTracker` is in MovingFromFactorySnippets.swift: that page shows it.

protocol ParcelAPI: Sendable {
  func status(of number: String) async throws -> String
}

struct HTTPParcelAPI: ParcelAPI {
  let host: String

  func status(of number: String) async throws -> String { "\(number) is on its way, says \(host)" }
}

struct RecordedParcelAPI: ParcelAPI {
  let answer: String

  func status(of number: String) async throws -> String { answer }
}

final class ParcelHistory: Sendable {
  private let seen = Mutex<[String]>([])

  var numbers: [String] { seen.withLock { $0 } }

  init() {}

  func add(_ number: String) { seen.withLock { $0.append(number) } }
}

@MainActor final class ParcelModel {
  let number: String
  let tracker: ParcelTracker
  private(set) var status = ""

  init(number: String, tracker: ParcelTracker) { (self.number, self.tracker) = (number, tracker) }

  func refresh() async { status = (try? await tracker.status(of: number)) ?? "unknown" }
}
