// SPDX-License-Identifier: Apache-2.0
import Swinject

/// The first screen of the app.
final class ParcelScreen {
  private let reading: any ParcelReading
  private let resolver: any Resolver

  init(resolver: any Resolver) {
    self.resolver = resolver
    reading = resolver.resolve(ParcelReading.self)!
  }

  func open(_ number: String) -> ParcelModel { resolver.resolve(ParcelModel.self, argument: number)! }

  // Without its argument.
  func openLast() -> ParcelModel? { resolver.resolve(ParcelModel.self)! }

  func remind() {
    _ = resolver.resolve(Reminder.self)
    _ = resolver.resolve(Van.self)!
    _ = resolver.resolve(SyncEngine.self)!
    _ = resolver.resolve(RoutePlanner.self)!
    _ = resolver.resolve(Desk.self)!
    _ = resolver.resolve(Locator.self)!
    _ = resolver.resolve(Debugger.self)
    _ = resolver.resolve(ParcelLog.self)!
    _ = resolver.resolve(Store.self, name: StoreNames.cache.rawValue)
  }
}
