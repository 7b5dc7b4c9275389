// SPDX-License-Identifier: Apache-2.0
import DovetailGraph
import GraphSketches
import Testing

@Suite struct `The table of keys` {
  private static let types: [any Any.Type] = [
    Car.self, Radio.self, Int.self, String.self, [Int].self, [Car].self, Car?.self, (Int, Int).self, (() -> Car).self,
    [String: Car].self,
  ]

  @Test func `finds what was put in, whether there was room for it or not`() {
    for room in [0, 1, 10, 1_000] {
      var table = KeyTable(for: room)
      for (index, type) in Self.types.enumerated() {
        #expect(table[Graph.Key(type: TypeName(type))] == nil)
        table[Graph.Key(type: TypeName(type))] = index
      }
      #expect(Self.types.map { table[Graph.Key(type: TypeName($0))] } == Array(0..<10))
      let plain = Dictionary(uniqueKeysWithValues: table.plainTypes.map { ($0.type, $0.index) })
      #expect(plain == Dictionary(uniqueKeysWithValues: Self.types.enumerated().map { (ObjectIdentifier($1), $0) }))
    }
  }

  @Test func `tells a type, its names, its text and a name alone apart`() {
    let keys = [
      keyOf(Car.self), keyOf(Car.self, named: "spare"), keyOf(Car.self, named: ""), Graph.Key(type: TypeName(text: "Car")),
      Graph.Key(type: TypeName(dynamic: "Car")),
    ]
    var table = KeyTable()
    for (index, key) in keys.enumerated() { #expect(table.claim(key, for: index) == nil) }
    #expect(keys.map { table[$0] } == [0, 1, 2, 3, 4])
    #expect(table.plainTypes.map(\.index) == [0])
  }

  @Test func `leaves a claimed key to who was first, unless it is set`() {
    for key in [keyOf(Car.self), keyOf(Car.self, named: "spare")] {
      var table = KeyTable()
      #expect(table.claim(key, for: 7) == nil)
      #expect(table.claim(key, for: 8) == 7)
      #expect(table[key] == 7)
      table[key] = 9
      #expect(table[key] == 9)
    }
  }
}
