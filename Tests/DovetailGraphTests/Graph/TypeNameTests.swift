// SPDX-License-Identifier: Apache-2.0
import DovetailGraph
import GraphSketches
import Testing

private struct Hidden {
  struct Inner {}
}
private protocol Secret {}
private struct Box<Content> {
  struct Lid<Paint> {}
}
private struct Pack<each Item> {}
private typealias Variadic = (Int...) -> Void
protocol Shelving<Item> {
  associatedtype Item
}

private func local() -> Any.Type {
  struct Local {}
  return Local.self
}

@Suite struct `The name of a type` {
  private static let modules = "DovetailGraphTests"

  @Test(
    arguments: [
      (Car.self, "Car"),
      (Museum.Car.self, "Museum.Car"),
      (Museum.Annex.Radio.self, "Museum.Annex.Radio"),
      (Hidden.self, "Hidden"),
      (Hidden.Inner.self, "Hidden.Inner"),
      ((any Engine).self, "any Engine"),
      ((any Secret).self, "any Secret"),
      ((any Engine & Plugin).self, "any Engine & Plugin"),
      ((any HybridEngine & Plugin).self, "any HybridEngine & Plugin"),
      ((any Shelving<Wheel>).self, "any Shelving<Wheel>"),
      ((any Error).self, "any Error"),
      (Any.self, "Any"),
      (AnyObject.self, "any AnyObject"),
    ] as [(Any.Type, String)])
  func `shows outer types, and any before a protocol`(type: Any.Type, name: String) {
    #expect(TypeName(type).description == name)
  }

  @Test(
    arguments: [
      ([Car].self, "[Car]"),
      ([String: [any Engine]].self, "[String: [any Engine]]"),
      (Car?.self, "Car?"),
      (Car??.self, "Car??"),
      ((any Engine)?.self, "(any Engine)?"),
      ((() -> Car)?.self, "(() -> Car)?"),
      ((Int, label: String).self, "(Int, label: String)"),
      (Void.self, "Void"),
      (Box<Car>.Lid<any Paint>.self, "Box<Car>.Lid<any Paint>"),
      (Pack<Int, String>.self, "Pack<Int, String>"),
      (Factory<Car, String, Int>.self, "Factory<Car, String, Int>"),
      (Factory<Car>.self, "Factory<Car>"),
      (Box<Hidden>.self, "Box<Hidden>"),
      (Car.Type.self, "Car.Type"),
      ((any Engine.Type).self, "any Engine.Type"),
      ((any Engine).Type.self, "(any Engine).Type"),
    ] as [(Any.Type, String)])
  func `uses the sugar of the language and all arguments`(type: Any.Type, name: String) {
    #expect(TypeName(type).description == name)
  }

  @Test(
    arguments: [
      ((() -> Radio).self, "() -> Radio"),
      ((@Sendable (Int, inout String) throws -> any Engine).self, "@Sendable (Int, inout String) throws -> any Engine"),
      ((@MainActor @Sendable () async -> Void).self, "@MainActor @Sendable () async -> Void"),
      ((() throws(CancellationError) -> () -> Int).self, "() throws(CancellationError) -> () -> Int"),
      (Variadic.self, "(Int...) -> Void"),
    ] as [(Any.Type, String)])
  func `reads functions`(type: Any.Type, name: String) {
    #expect(TypeName(type).description == name)
  }

  @Test func `has every module when it is qualified, and never an address`() {
    #expect(TypeName(local()).description == "Local")
    #expect(TypeName(local()).qualified == "\(Self.modules).Local")
    #expect(TypeName([String: (any Engine)?].self).qualified == "[Swift.String: (any GraphSketches.Engine)?]")
    #expect(TypeName((any Engine).self).qualified == "any GraphSketches.Engine")
  }

  @Test func `may be a raw identifier`() {
    struct `Any. <thing>, "like" (this)` {}
    #expect(
      TypeName([`Any. <thing>, "like" (this)`].self).description
        == "[`The name of a type`.`Any. <thing>, \"like\" (this)`]")
  }

  @Test func `equals another one when the type is the same, whatever it is called`() {
    #expect(TypeName(Car.self) != TypeName(Museum.Car.self))
    #expect(TypeName(Car.self) != TypeName(text: "Car"))
    #expect(TypeName(text: "Car") == TypeName(text: "Car"))
  }

  @Test func `of a bind that is known by a name alone equals no type`() {
    let name = TypeName(dynamic: "Car")
    #expect(name.description == "Car")
    #expect(name.isDynamic && name.type == nil)
    #expect(name != TypeName(text: "Car"))
    #expect(name != TypeName(Car.self))
  }
}
