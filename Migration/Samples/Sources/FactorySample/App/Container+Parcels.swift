// SPDX-License-Identifier: Apache-2.0
import FactoryKit

extension Scope { static let session = Scope() }

extension Container {
  var api: Factory<any ParcelAPI> {
    self { HTTPParcelAPI(host: "parcels.example") }
      .singleton
      .onTest { RecordedParcelAPI() }
  }
  var history: Factory<ParcelHistory> { Factory(self) { ParcelHistory() }.cached }
  var tracker: Factory<ParcelTracker> {
    self { ParcelTracker(api: self.api(), history: Container.shared.history()) }.shared
  }
  var model: ParameterFactory<String, ParcelModel> { self { ParcelModel(number: $0) } }

  /// Two factories of one type.
  var inbox: Factory<Folder> { self { Folder(path: "inbox") } }
  var outbox: Factory<Folder> { self { Folder(path: "outbox") } }

  /// Promised by this module, and registered by none.
  var billing: Factory<(any Billing)?> { promised() }

  /// A session's account, kept by what lives as long as the program.
  var account: Factory<Account> { self { Account() }.scope(.session) }
  var sync: Factory<SyncEngine> { self { SyncEngine(account: self.account()) }.singleton }

  /// They need each other before either is built.
  var van: Factory<Van> { self { Van() } }
  var driver: Factory<Driver> { self { Driver() } }

  /// Nobody asks for it.
  var fax: Factory<FaxMachine> { self { FaxMachine() } }
}

final class OfficeContainer: SharedContainer {
  static nonisolated(unsafe) let shared = OfficeContainer()
  let manager = ContainerManager()

  var archive: Factory<Archive> { self { Archive(folder: Container.shared.outbox()) } }
  /// What is not understood: its name is the program's own.
  var cabinet: Factory<Folder> { made { Folder(path: "cabinet") } }

  private func made(_ make: @escaping () -> Folder) -> Factory<Folder> { self(make) }
}

struct Archive: Sendable { let folder: Folder }
