// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph

/// The registrations of another container as a graph of Dovetail.
struct ForeignGraph {
  /// One bind: a registration, and those that may stand in its place.
  struct Entry {
    /// The first one is described; the others are in another arm of a condition, in another container, or replace it at run time.
    var registrations: [Int]
    var key: Graph.Key
    /// The bind that it forwards to, for `implements`.
    var forwardsTo: Int?
    /// What is asked for, with the entry that answers; `nil` where nothing does.
    var requests: [(request: Request, answer: Int?)] = []
    var scope = Graph.Scope.transient
    var place: Place
  }

  /// Code outside of all factories that asks for services: a type, or a file.
  struct Unit {
    var name: String
    var place: Place
    var file: String
    var requests: [(request: Request, answer: Int?)] = []
  }

  let facts: Facts
  private(set) var entries: [Entry] = []
  private(set) var units: [Unit] = []
  /// Registrations without a scope that something longer-lived keeps.
  private(set) var kept: Set<Int> = []
  /// The entries of a service, by the number of their arguments.
  private var byService: [Service: [Int]] = [:]
  private var byLastName: [Service: Set<Service>] = [:]
  /// The keys whose requests have another number of arguments than their registrations.
  private(set) var mismatches: [(request: Request, entry: Int, requester: String)] = []

  init(_ facts: Facts) {
    self.facts = facts
    addEntries()
    for (service, _) in byService {
      byLastName[Service(type: Texts.lastName(service.type), name: service.name), default: []].insert(service)
    }
    linkAll()
    chooseScopes()
  }

  func registration(of entry: Int) -> Registration { facts.registrations[entries[entry].registrations[0]] }

  mutating func setScope(of entry: Int, _ scope: Graph.Scope, isKept: Bool = false) {
    entries[entry].scope = scope
    if isKept { kept.insert(entry) }
  }

  // MARK: Entries

  private mutating func addEntries() {
    let names = factoryNames()
    for (place, registration) in facts.registrations.enumerated() where !registration.product.isEmpty && !registration.isPromise {
      let arity = registration.arguments.count
      let others = (byService[registration.service] ?? []).filter { self.registration(of: $0).arguments.count == arity }
      if let other = others.first(where: { isAlternative(registration, to: $0) }) {
        entries[other].registrations.append(place)
        continue
      }
      let name = registration.style == .factory ? names[registration.service] : registration.service.name
      let key = Graph.Key(type: TypeName(text: registration.product), name: name)
      byService[registration.service, default: []].append(entries.count)
      entries.append(Entry(registrations: [place], key: key, place: registration.place))
      let index = entries.count - 1
      for service in registration.forwards {
        byService[service, default: []].append(entries.count)
        let key = Graph.Key(type: TypeName(text: service.type), name: service.name)
        entries.append(Entry(registrations: [place], key: key, forwardsTo: index, place: registration.place))
      }
    }
    for (place, registration) in facts.registrations.enumerated() where registration.product.isEmpty {
      for entry in byService[registration.service] ?? [] { entries[entry].registrations.append(place) }
    }
    nameByArguments()
  }

  /// The names of factories: none where a type has one factory, else that of the property, with its container where two properties have one name.
  private func factoryNames() -> [Service: String] {
    var names: [Service: String] = [:]
    for (_, found) in Dictionary(
      grouping: facts.registrations.filter { $0.style == .factory && !$0.product.isEmpty }, by: \.product)
    {
      let services = Set(found.map(\.service))
      guard services.count > 1 else { continue }
      for service in services {
        let isAlone = services.filter { $0.name == service.name }.count == 1
        names[service] = isAlone ? service.name : "\(service.type).\(service.name ?? "")"
      }
    }
    return names
  }

  /// Swinject tells registrations apart by their arguments too; a key of Dovetail has one list of arguments, so the others get a name.
  private mutating func nameByArguments() {
    for (_, indices) in byService {
      let lists = Dictionary(grouping: indices, by: { registration(of: $0).arguments.count })
      guard lists.count > 1 else { continue }
      for entry in indices {
        let types = registration(of: entry).arguments.map { $0.type ?? "_" }
        if !types.isEmpty {
          entries[entry].key.name = (entries[entry].key.name.map { $0 + " " } ?? "") + "(\(types.joined(separator: ", ")))"
        }
      }
    }
  }

  private func isAlternative(_ registration: Registration, to entry: Int) -> Bool {
    entries[entry].forwardsTo == nil
      && entries[entry].registrations.allSatisfy { place in
        let other = facts.registrations[place]
        let isExclusive = other.file.path == registration.file.path && other.context.excludes(registration.context)
        // A property of one name is declared twice in two programs only.
        return isExclusive || registration.style == .factory || other.isInChild != registration.isInChild
      }
  }

  // MARK: Links

  /// The entry that answers a request; `nil` when nothing is registered.
  func answer(to request: Request) -> Int? {
    let found = candidates(request.service)
    return found.first { registration(of: $0).arguments.count == request.argumentCount } ?? found.first
  }

  private func candidates(_ service: Service) -> [Int] {
    if let exact = byService[service] { return exact }
    // `Store.Item` and `Item` may be one type: so they are, when there is no other one.
    let alike = byLastName[Service(type: Texts.lastName(service.type), name: service.name)] ?? []
    guard alike.count == 1, let only = alike.first, only.type.contains(".") != service.type.contains("."),
      only.type.hasSuffix("." + service.type) || service.type.hasSuffix("." + only.type)
    else { return [] }
    return byService[only] ?? []
  }

  private mutating func linkAll() {
    let types = constructionRequests()
    for index in entries.indices {
      if let target = entries[index].forwardsTo {
        let request = Request(service: facts.registrations[entries[index].registrations[0]].service, place: entries[index].place)
        entries[index].requests = [(request, target)]
        continue
      }
      for place in entries[index].registrations {
        let registration = facts.registrations[place]
        var requests = registration.requests
        for type in registration.constructs.sorted() {
          for base in facts.index.ancestry(of: type) { requests += types[base] ?? [] }
        }
        entries[index].requests += linked(requests, from: "'\(entries[index].key.type)'")
      }
    }
    addUnits()
  }

  /// The answers of requests; those with another number of arguments are noted.
  private mutating func linked(_ requests: [Request], from requester: String) -> [(request: Request, answer: Int?)] {
    requests.map { request in
      let answer = answer(to: request)
      if let answer, registration(of: answer).arguments.count != request.argumentCount, entries[answer].forwardsTo == nil,
        registration(of: answer).style == .swinject
      {
        mismatches.append((request, answer, requester))
      }
      return (request, answer)
    }
  }

  /// What making an instance of a type asks for, and what its methods ask for later; of the types that some factory makes.
  private func constructionRequests() -> [String: [Request]] {
    let made = Set(facts.registrations.flatMap { $0.constructs.flatMap { facts.index.ancestry(of: $0) } })
    var requests: [String: [Request]] = [:]
    for item in facts.outside {
      guard let type = item.type, made.contains(type) else { continue }
      var request = item.request
      if !item.isConstruction, request.form == .plain || request.form == .optional { request.form = .provider }
      request.source = nil
      requests[type, default: []].append(request)
    }
    return requests
  }

  private mutating func addUnits() {
    let made = Set(facts.registrations.flatMap { $0.constructs.flatMap { facts.index.ancestry(of: $0) } })
    var places: [String: Int] = [:]
    for item in facts.outside where item.type.map({ !made.contains($0) }) ?? true {
      let name = item.type ?? item.file.name + ".swift"
      let place = places[name] ?? units.count
      if place == units.count {
        places[name] = place
        units.append(Unit(name: name, place: item.request.place, file: item.file.name))
      }
      units[place].requests += linked([item.request], from: "'\(name)'")
    }
  }
}
