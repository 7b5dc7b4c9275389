// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailInspection
internal import Testing

@testable internal import garage

enum README: Guide {
  static let page = "README"

  static func printed() throws -> [String] {
    let print = Printer()

    protocol Engine: Sendable {}
    struct HybridEngine: Engine {}
    struct Radio { let frequency: Double }

    final class Car {
      let engine: any Engine, radio: Radio
      init(engine: any Engine, radio: Radio) { (self.engine, self.radio) = (engine, radio) }
    }

    struct CarModule: Module {
      var bindings: Bindings {
        Bind(Car.init)
        Bind((any Engine).self, HybridEngine.init).in(.singleton)
        Bind { Radio(frequency: 102.8) }
      }
    }

    let container = try Container(CarModule())
    let car = try container.resolve(Car.self)
    print(car.radio.frequency)  // 102.8
    return print.lines
  }

  /// The error of the program without its radio, whose places `Scripts/consumer-test.sh` compares with those of the page; and the graph that
  /// the garage draws, without lines, which change.
  static func messages() throws -> [String] {
    let outcome = try Scene.run(Options([]))
    let drawing = try #require(outcome.text.split(separator: "== the graph\n").last)
    let tree = drawing.split(separator: "\n").prefix(treeHeight).joined(separator: "\n").replacing(/(\.swift):\d+/) { $0.1 }
    return [shown(Container.check(CarModule()).errors), tree]
  }

  @Test static func `the picture in text is that of the program`() throws {
    let graph = try Container(Whole.CarModule()).graph
    let picture = graph.mermaid().replacing("README.Whole.", with: "").replacing("README.", with: "")
    #expect(try Page("README").blocks(in: "mermaid") == [picture])
  }

  private static let treeHeight = 9

  protocol Engine: Sendable {}
  struct HybridEngine: Engine {}
  struct Radio {}
  final class Car { init(engine: any Engine, radio: Radio) {} }

  #sourceLocation(file:"main.swift",line:12)
  struct CarModule: Module {
    var bindings: Bindings {
      Bind(Car.init)
      Bind((any Engine).self, HybridEngine.init).in(.singleton)
    }
  }
  #sourceLocation()

  enum Whole {
    struct CarModule: Module {
      var bindings: Bindings {
        Bind(Car.init)
        Bind((any Engine).self, HybridEngine.init).in(.singleton)
        Bind { Radio() }
      }
    }
  }
}
