// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailInspection
internal import Testing

enum GraphFileArticle: Guide {
  static let page = "Reference/GraphFile"

  @Test static func `the article shows the file of a program with three bindings`() throws {
    protocol Engine: Sendable {}
    struct HybridEngine: Engine {}
    struct Radio { let frequency: Double }
    final class Car { init(engine: any Engine, radio: Radio) {} }

    #sourceLocation(file:"main.swift",line:14)
    struct CarModule: Module {
      var bindings: Bindings {
        Bind(Car.init)
        Bind((any Engine).self, HybridEngine.init).in(.singleton)
        Bind { Radio(frequency: 102.8) }
      }
    }
    #sourceLocation()
    // As if the program were a file of its own: without what stands around it here, and so far to the left.
    let file = GraphFile(try Container(CarModule()).graph).json
      .replacing("GraphFileArticle.", with: "").replacing("GuideTests", with: "App")
      .replacing(/"column": (\d+)/) { place in "\"column\": \((Int(place.1) ?? 0) - 4)" }
    #expect(try Page("Reference/GraphFile").blocks(in: "json") == [file])
  }
}
