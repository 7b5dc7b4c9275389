// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

enum TooDeep: DiagnosticGuide {
  static let id = Diagnostic.ID.tooDeep

  static func wrong() -> Report { Container.check(TooDeepWrong.RoadModule()) }

  static func right() -> Report { Container.check(TooDeepRight.RoadModule()) }
}

struct Stone: Sendable {
  let number: Int
}

enum TooDeepWrong {
  #sourceLocation(file:"RoadModule.swift",line:1)
  struct RoadModule: Module {
    var bindings: Bindings {
      for number in 1...100 {
        Bind { (next: Stone) in Stone(number: number) }.named("\(number)").needs(Stone.self, named: "\(number + 1)")
      }
      Bind { Stone(number: 101) }.named("101")
    }
  }
  #sourceLocation()
}

enum TooDeepRight {
  struct RoadModule: Module {
    var bindings: Bindings {
      for number in 1...100 {
        if number == 50 {
          Bind { (next: Provider<Stone>) in Stone(number: number) }.named("\(number)").needs(Stone.self, named: "\(number + 1)")
        } else {
          Bind { (next: Stone) in Stone(number: number) }.named("\(number)").needs(Stone.self, named: "\(number + 1)")
        }
      }
      Bind { Stone(number: 101) }.named("101")
    }
  }
}
