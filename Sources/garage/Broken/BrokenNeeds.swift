// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

struct Rumour: Sendable {}
struct Hinge: Sendable {}
struct Lock: Sendable { let hinge: Hinge }
struct Door: Sendable { let lock: Lock }
struct Gate: Sendable { let vault: Vault }
struct Vault: Sendable { let code: String }
final class Chicken: Sendable { init(egg: Egg) {} }
final class Egg: Sendable { init(chicken: Chicken) {} }
struct Invoice: Sendable { let report: Report }
struct Report: Sendable { let title: String, pages: Int }
struct Porter: Sendable { let door: Door }

struct MissingNeeds: Module {
  var bindings: Bindings {
    // missing-binding: a lock needs a hinge, and no binding has one without a name.
    Bind { (lock: Lock) in Door(lock: lock) }
    Bind { (hinge: Hinge) in Lock(hinge: hinge) }
    Bind(Hinge.init).named("spare")

    // dependency-cycle: which was first?
    Bind(Chicken.init)
    Bind(Egg.init)

    // private-binding: the vault is visible in its own module only.
    Bind { (vault: Vault) in Gate(vault: vault) }
    Include(VaultModule())
  }
}

struct VaultModule: Module {
  var bindings: Bindings {
    Bind { Vault(code: "1234") }.private
  }
}

struct DoubtfulNeeds: Module {
  var bindings: Bindings {
    // wrong-arguments: a report is made with a title and a number of pages, which the invoice does not give.
    Bind { (title: String, pages: Int) in Report(title: title, pages: pages) }.arguments(String.self, Int.self)
    Bind { (report: Report) in Invoice(report: report) }

    // unknown-need: the porter takes no hinge.
    Bind { (door: Door) in Porter(door: door) }.needs(Hinge.self, named: "spare")

    // void-binding: a closure of several statements returns nothing without return.
    Bind {
      let hinge = Hinge()
      _ = Lock(hinge: hinge)
    }

    // opaque-binding: what this binding resolves is known only when it runs. No binding needs it: unused-binding.
    Bind(Rumour.self) { (resolver: any Resolver) in try resolver.resolve() }
  }
}
