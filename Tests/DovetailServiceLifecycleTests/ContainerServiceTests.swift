// SPDX-License-Identifier: Apache-2.0
#if ServiceLifecycle
  import Dovetail
  import DovetailLifecycle
  import DovetailServiceLifecycle
  import ServiceLifecycle
  import Testing

  /// The lines of a diary that tell how things end, from the first that rests.
  private func ending(_ lines: [String]) -> [String] { lines.filter { $0.hasSuffix("rests") || $0.hasPrefix("-") } }

  private final class Dishwasher: Worker {
    let diary: Diary
    init(_ diary: Diary) { self.diary = diary }
  }

  private protocol Supplier: Service {}

  private final class Farm: Worker, Supplier {
    let diary: Diary
    init(diary: Diary) { self.diary = diary }
  }

  @Suite struct ContainerServiceTests {
    private let diary = Diary()

    @Test func `a container without services starts, waits to be told, and stops`() async throws {
      let container = try Container { [diary] in
        Bind(instance: diary)
        Bind(Oven.init).in(.singleton).logged(diary)
      }
      let error = await group(of: [container]) { await diary.has("+Oven") }
      #expect(error == nil)
      #expect(diary.lines == ["+Oven", "-Oven"])
      #expect(container.state == .stopped)
    }

    @Test func `services begin when everything is up, and end against the order in which they need each other`() async throws {
      let container = try Container(KitchenModule(diary: diary))
      let error = await group(of: [container]) {
        for name in ["Oven", "Cook", "Waiter"] { await diary.has("\(name) works") }
      }
      #expect(error == nil)
      #expect(diary.lines.prefix(3) == ["+Oven", "+Cook", "+Waiter"])
      #expect(Set(diary.lines[3..<6]) == ["Oven works", "Cook works", "Waiter works"])
      #expect(diary.lines.dropFirst(6) == ["Waiter rests", "Cook rests", "Oven rests", "-Waiter", "-Cook", "-Oven"])
    }

    @Test func `further services end before those that the container binds, the last one first`() async throws {
      let container = try Container(KitchenModule(diary: diary))
      let service = ContainerService(container, services: [Farm(diary: diary), Dishwasher(diary)])
      let error = await group(of: [service]) {
        for name in ["Oven", "Cook", "Waiter", "Farm", "Dishwasher"] { await diary.has("\(name) works") }
      }
      #expect(error == nil)
      #expect(
        ending(diary.lines) == [
          "Dishwasher rests", "Farm rests", "Waiter rests", "Cook rests", "Oven rests", "-Waiter", "-Cook", "-Oven",
        ])
    }

    @Test func `what lies before the container in its group is there until it has stopped`() async throws {
      let container = try Container(KitchenModule(diary: diary))
      let error = await group(of: [Farm(diary: diary), container, Dishwasher(diary)]) {
        for name in ["Waiter", "Farm", "Dishwasher"] { await diary.has("\(name) works") }
      }
      #expect(error == nil)
      let lines = ending(diary.lines)
      #expect(lines.first == "Dishwasher rests")
      #expect(lines.suffix(2) == ["-Oven", "Farm rests"])
    }

    @Test func `only what says so is a service, also under a protocol, and an override takes its place`() async throws {
      let module = InlineModule { [diary] in
        Bind(instance: diary)
        Bind(Oven.init).in(.singleton).eager
        Bind((any Supplier).self) { (_: Oven) in Farm(diary: diary) }.in(.singleton)
          .contribute(to: (any Service).self) { $0 }
      }
      let farm = try Container(module)
      #expect(await group(of: [farm]) { await diary.has("Farm works") } == nil)
      #expect(diary.lines == ["Farm works", "Farm rests"])

      struct Market: Worker, Supplier { let diary: Diary }
      let market = try farm.rebuilt { [diary] in Bind((any Supplier).self) { Market(diary: diary) }.in(.singleton).override }
      #expect(await group(of: [market]) { await diary.has("Market works") } == nil)
      #expect(diary.lines.suffix(2) == ["Market works", "Market rests"])
    }

    @Test func `a container that was made over another one runs its own services only`() async throws {
      let parent = try Container(KitchenModule(diary: diary))
      let child = try parent.child { [diary] in
        Bind { (_: Waiter) in Dishwasher(diary) }.in(.singleton).asService()
      }
      #expect(
        await group(of: [parent, child]) { for name in ["Waiter", "Dishwasher"] { await diary.has("\(name) works") } } == nil)
      #expect(ending(diary.lines).prefix(2) == ["Dishwasher rests", "Waiter rests"])
      #expect(diary.lines.count { $0 == "Waiter works" } == 1)
    }

    @Test func `a service that returns ends the container without an error`() async throws {
      struct Errand: Service { func run() async throws {} }
      let container = try Container { [diary] in
        Bind(instance: diary)
        Bind(Oven.init).in(.singleton).logged(diary).asService()
        Bind { (_: Oven) in Errand() }.in(.singleton).asService()
      }
      try await container.run()
      #expect(diary.lines.first == "+Oven")
      #expect(ending(diary.lines) == ["Oven rests", "-Oven"])
    }
  }
#endif
