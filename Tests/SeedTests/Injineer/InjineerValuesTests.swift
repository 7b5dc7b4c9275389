// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailNames
internal import Testing
internal import TestSupport

private final class Thing: Sendable {
  let parts: [Int]
  init(_ parts: Int...) { self.parts = parts }
}

@Suite struct `Injineer: instances, providers and their values` {
  @Test func `INJ-1: an instance is always that same object`() throws {
    let x = Thing()
    let list = ProductsApp.ProductsListViewController()
    let container = try Container {
      NamedBind("a", instance: x)
      NamedBind("list", instance: list)
      NamedBind("productsService", instance: ProductsApp.ProductsService())
    }
    #expect(try container.resolve("a") === x)
    #expect(try container.resolve("a") === x)
    // It needs nothing, and nothing is injected into it.
    #expect(container.graph.bindings.map(\.needs.count) == [0, 0, 0])
    #expect(try container.resolve("list") === list)
    #expect(list.productsService == nil)
  }

  @Test func `INJ-2: a provider makes a new object for every request, and none before`() throws {
    let made = Counter()
    let container = try Container {
      NamedBind("a", needs: []) { _ in
        made.add()
        return Thing()
      }
    }
    #expect(made.value == 0)
    let (first, second): (Thing, Thing) = (try container["a"], try container["a"])
    #expect(first !== second)
    #expect(made.value == 2)
  }

  @Test(arguments: [[], ["a"], ["a", "b", "c"], ["a", "a", "b"]])
  func `INJ-3: a factory gets exactly the values that it declares, one for each distinct name`(needs: [String]) throws {
    let container = try Container {
      for name in ["a", "b", "c", "unneeded"] { NamedBind(name, needs: []) { _ in name } }
      NamedBind("thing", needs: needs) { values in
        #expect(values.names == Set(needs).sorted())
        return values.count
      }
    }
    #expect(try container.resolve("thing") == Set(needs).count)
  }

  @Test func `INJ-3: the values are made in the order of their declaration, before the factory runs`() throws {
    let log = Log()
    let container = try Container {
      for name in ["a", "b", "c"] {
        NamedBind(name, needs: []) { _ in
          log.add(name)
          return name
        }
      }
      NamedBind("thing", needs: ["c", "a", "b"]) { _ in
        log.add("thing")
        return 0
      }
    }
    _ = try container.resolve("thing", as: Int.self)
    #expect(log.lines == ["c", "a", "b", "thing"])
  }

  @Test func `INJ-3: a value that is not declared is not there, though somebody binds it`() throws {
    let container = try Container {
      NamedBind("engine", needs: []) { _ in 1 }
      NamedBind("wheel", needs: []) { _ in 2 }
      NamedBind("car", needs: ["engine"]) { values in try values["wheel"] as Int }
      NamedBind("misspelled", needs: ["engine"]) { values in try values["engin"] as Int }
    }
    #expect(
      withoutLines(try failure { try container.resolve("car", as: Int.self) }.description) == """
        error: [missing-binding] 'wheel' is no dependency of 'car'
            car   InjineerValuesTests.swift   transient in inline module
          help: add "wheel" to the dependencies of 'car'
        """)
    #expect(try failure { try container.resolve("misspelled", as: Int.self) }.diagnostic.similar == ["'engine'"])
  }

  @Test func `INJ-3: a value of another type than the wanted one is an error that names both`() throws {
    let container = try Container {
      NamedBind("engine", needs: []) { _ in 1 }
      NamedBind("car", needs: ["engine"]) { values in try values["engine"] as String }
    }
    let error = try failure { try container.resolve("car", as: String.self) }
    #expect(error.code == .wrongType)
    #expect(error.diagnostic.message == "'engine' is of the type 'Int', not 'String'")
    #expect(error.diagnostic.help == "resolve it as 'Int', or bind another value under this name")
  }

  @Test func `INJ-4: a factory hands the values to an initialiser`() throws {
    let container = try Container {
      NamedBind("a", instance: 1)
      NamedBind("b", instance: 2)
      NamedBind("thing", needs: ["a", "b"]) { try Thing($0["a"], $0["b"]) }
    }
    #expect(try container.resolve("thing", as: Thing.self).parts == [1, 2])
  }

  @Test func `INJ-4: an initialiser takes the values in the order of the names, which are written once`() throws {
    final class Shop: Sendable {
      let name: String
      let size: Int
      let clerk: Provider<String>
      init(name: String, size: Int, clerk: Provider<String>) { (self.name, self.size, self.clerk) = (name, size, clerk) }
    }
    let container = try Container {
      NamedBind("name", instance: "Corner")
      NamedBind("size", instance: 4)
      NamedBind("clerk", needs: []) { _ in "Ada" }
      NamedBind("shop", needs: ["name", "size", "clerkProvider"], Shop.init)
      NamedBind("sign", needs: ["name", "size"]) { (name: String, size: Int) in "\(name) \(size)" }
      NamedBind("wrong", needs: ["size"]) { (name: String) in name }
    }
    let shop: Shop = try container["shop"]
    #expect(shop.name == "Corner" && shop.size == 4)
    #expect(try shop.clerk.make() == "Ada")
    #expect(try container.resolve("sign") == "Corner 4")
    #expect(
      try failure { try container.resolve("wrong", as: String.self) }.diagnostic.message
        == "'size' is of the type 'Int', not 'String'")
    #expect(
      findings {
        try Container {
          NamedBind("name", instance: "Corner")
          NamedBind("sign", needs: ["name"]) { (name: String, size: Int) in "\(name) \(size)" }
        }
      } == """
        error: [unknown-need] in the binding of 'sign', 1 dependency is named for 2 parameters
          InjineerValuesTests.swift
          named: name
          help: name one need for each parameter, in their order
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/unknown-need.md

        1 error
        """)
  }

  @Test func `INJ-9: a singleton and what it needs are made once`() throws {
    let (made, built) = (Counter(), Counter())
    let container = try Container {
      NamedBind("part", needs: []) { _ in made.add() }
      NamedBind("thing", needs: ["part"]) { values in
        built.add()
        return try Thing(values["part"])
      }
      .in(.singleton)
      NamedBind("owner", needs: ["thing", "thingProvider"]) { values in
        let provider: Provider<Thing> = try values["thingProvider"]
        return try [values["thing"], provider.make()] as [Thing]
      }
    }
    let provider: Provider<Thing> = try container["thingProvider"]
    #expect(made.value == 0 && built.value == 0, "nothing is made before the first request")
    let thing: Thing = try container["thing"]
    #expect(try container.resolve("thing") === thing)
    #expect(try container.resolve("owner", as: [Thing].self).allSatisfy { $0 === thing })
    #expect(try provider.make() === thing)
    #expect(made.value == 1 && built.value == 1)
  }

  @Test func `INJ-11: fooProvider asks for foo with every call`() throws {
    let container = try Container {
      NamedBind("foo", needs: []) { _ in Thing() }
      NamedBind("single", needs: []) { _ in Thing() }.in(.singleton)
    }
    let foo: Provider<Thing> = try container["fooProvider"]
    #expect(try foo.make() !== foo.make())
    let single: Provider<Thing> = try container["singleProvider"]
    #expect(try single.make() === container.resolve("single"))
  }

  @Test func `INJ-12: an instance has its provider as well`() throws {
    let x = Thing()
    let container = try Container {
      NamedBind("x", instance: x)
      NamedBind("owner", needs: ["xProvider"]) { try $0["xProvider"] as Provider<Thing> }
    }
    let provider: Provider<Thing> = try container["owner"]
    #expect(try provider.make() === x)
  }

  @Test func `INJ-13: the very name comes first, then the provider of the rest, then nothing`() throws {
    let container = try Container {
      NamedBind("aProvider", needs: []) { _ in "bound" }
      NamedBind("a", needs: []) { _ in "made" }
      NamedBind("b", needs: []) { _ in "made" }
    }
    #expect(try container.resolve("aProvider") == "bound")
    #expect(try container.resolve("bProvider", as: Provider<String>.self).make() == "made")
    #expect(try failure { try container.resolve("cProvider", as: Any.self) }.key == "c")
  }

  @Test(arguments: [true, false])
  func `INJ-15: a bind that shadows a provider leaves that reachable with the other suffix`(isInstance: Bool) throws {
    let container = try Container {
      if isInstance {
        NamedBind("fooProvider", instance: "the instance")
      } else {
        NamedBind("fooProvider", needs: []) { _ in "the instance" }
      }
      NamedBind("foo", needs: []) { _ in "foo" }
      NamedBind("owner", needs: ["fooProvider", "foo Provider"]) { values in
        let provider: Provider<String> = try values["foo Provider"]
        return try [values["fooProvider"], provider.make()] as [String]
      }
    }
    #expect(try container.resolve("owner") == ["the instance", "foo"])
    #expect(try container.resolve("fooProvider") == "the instance")
  }
}
