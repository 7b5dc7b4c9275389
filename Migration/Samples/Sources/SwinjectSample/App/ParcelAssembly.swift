// SPDX-License-Identifier: Apache-2.0
import Foundation
import Swinject

extension ObjectScope { static let session = ObjectScope() }

final class ParcelAssembly: Assembly {
  func assemble(container: Container) {
    container.register(ParcelAPI.self) { _ in
      let host = URL(filePath: "/parcels")
      return HTTPParcelAPI(host: host)
    }
    .inObjectScope(.container)

    container.register(Store.self, name: StoreNames.cache.rawValue) { _ in DiskStore(folder: "cache") }
    container.register(Store.self, name: StoreNames.archive.rawValue) { _ in DiskStore(folder: "archive") }
    container.register(ParcelHistory.self) { resolver in
      ParcelHistory(store: resolver.resolve(Store.self, name: "the \"old\" archive")!)
    }.inObjectScope(.container)

    container
      .register(ParcelTracker.self) { r in
        ParcelTracker(
          api: r.resolve(ParcelAPI.self)!,
          history: r ~> ParcelHistory.self)
      }
      .implements(ParcelReading.self)
      .inObjectScope(.transient)

    container.register(ParcelModel.self) { (_, number: String) in ParcelModel(number: number) }

    // Registered nowhere.
    container.register(Reminder.self) { r in Reminder(calendar: r.resolve(Calendaring.self)!) }

    // Twice under one key.
    container.register(ParcelLog.self) { _ in ParcelLog(title: "first") }
    container.register(ParcelLog.self) { _ in ParcelLog(title: "second") }

    // A session's account, kept by what lives as long as the container.
    container.register(Account.self) { _ in Account() }.inObjectScope(.session)
    container.register(SyncEngine.self) { SyncEngine(account: $0.resolve(Account.self)!) }.inObjectScope(.container)

    // Nobody asks for it.
    container.register(FaxMachine.self) { _ in FaxMachine() }
  }
}
