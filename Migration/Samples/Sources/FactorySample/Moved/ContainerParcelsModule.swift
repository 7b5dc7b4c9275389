// Written by dovetail migrate from App/Container+Parcels.swift.
import Dovetail

struct ContainerParcelsModule: Module {
  var bindings: Bindings {
    Bind((any ParcelAPI).self) { HTTPParcelAPI(host: "parcels.example") }.in(.singleton)
    // left: .onTest { … }: another module, or an override in tests
    Bind(ParcelHistory.self) { ParcelHistory() }.in(.singleton)
    Bind(ParcelTracker.self) { (parcelAPI: any ParcelAPI, parcelHistory: ParcelHistory) in
      ParcelTracker(api: parcelAPI, history: parcelHistory)
    }
    .in(.weak)
    Bind(ParcelModel.self) { (argument: String) in ParcelModel(number: argument) }.arguments(String.self)
    Bind(Folder.self) { Folder(path: "inbox") }.named("inbox")
    Bind(Folder.self) { Folder(path: "outbox") }.named("outbox")
    Bind(Account.self) { Account() }.in(.scoped(SessionScope.self))
    Bind(SyncEngine.self) { (account: Account) in SyncEngine(account: account) }.in(.singleton)
    Bind(Van.self) { Van() }
    Bind(Driver.self) { Driver() }
    Bind(FaxMachine.self) { FaxMachine() }
    Bind(Archive.self) { (folder: Folder) in Archive(folder: folder) }.needs(Folder.self, named: "outbox")
    // left: (Container+Parcels.swift:43:3): the factory 'cabinet' is made by 'made'
    // left: (Container+Parcels.swift:45:3): the function 'made' returns a factory
  }
}
