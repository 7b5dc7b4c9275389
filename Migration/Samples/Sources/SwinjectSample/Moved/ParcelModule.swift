// Written by dovetail migrate from App/ParcelAssembly.swift.
import Dovetail
import Foundation

struct ParcelModule: Module {
  var bindings: Bindings {
    Bind((any ParcelAPI).self) { () -> any ParcelAPI in
      let host = URL(filePath: "/parcels")
      return HTTPParcelAPI(host: host)
    }
    .in(.singleton)
    Bind((any Store).self) { DiskStore(folder: "cache") }.named("cache")
    Bind((any Store).self) { DiskStore(folder: "archive") }.named("the \"old\" archive")
    Bind(ParcelHistory.self) { (store: any Store) in
      ParcelHistory(store: store)
    }
    .in(.singleton).needs((any Store).self, named: "the \"old\" archive")
    Bind(ParcelTracker.self) { (parcelAPI: any ParcelAPI, parcelHistory: ParcelHistory) in
      ParcelTracker(
        api: parcelAPI,
        history: parcelHistory)
    }
    Bind((any ParcelReading).self) { (it: ParcelTracker) in it }
    Bind(ParcelModel.self) { (number: String) in ParcelModel(number: number) }.arguments(String.self)
    Bind(Reminder.self) { (calendaring: any Calendaring) in Reminder(calendar: calendaring) }
    Bind(ParcelLog.self) { ParcelLog(title: "first") }
    Bind(ParcelLog.self) { ParcelLog(title: "second") }
    Bind(Account.self) { Account() }.in(.scoped(SessionScope.self))
    Bind(SyncEngine.self) { (account: Account) in SyncEngine(account: account) }.in(.singleton)
    Bind(FaxMachine.self) { FaxMachine() }
  }
}
