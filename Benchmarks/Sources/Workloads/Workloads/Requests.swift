// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailComponents
internal import Program

extension Requests {
  static func workloads() throws -> [Workload] {
    let (app, closures, container, component) = (HandApp(), RequestClosures(), try container(), App())
    keep(app.clock)
    keep(component.clock)
    closures.with(Call(number: 0)) { keep($0(Clock.self)) }
    try container.withScope(Kind.self, Call(number: 0)) { keep(try $0.resolve(Controller.self)) }
    return [
      Workload(
        "request", makes: 11, closes: 5,
        [
          Variant("hand") { for number in 0..<$0 { HandRequest.with(app, Call(number: number)) { keep($0.controller) } } },
          Variant("closures") { for number in 0..<$0 { closures.with(Call(number: number)) { keep($0(Controller.self)) } } },
          Variant("container") {
            for number in 0..<$0 {
              try container.withScope(Kind.self, Call(number: number)) { keep(try $0.resolve(Controller.self)) }
            }
          },
          Variant("component") {
            for number in 0..<$0 {
              let request = Members(component, Call(number: number))
              keep(request.controller)
              try request.close()
            }
          },
        ]),
      Workload(
        "scope", makes: 0,
        [
          Variant("hand") { for number in 0..<$0 { HandRequest.with(app, Call(number: number)) { keep($0) } } },
          Variant("closures") { for number in 0..<$0 { closures.with(Call(number: number)) { keep($0) } } },
          Variant("container") {
            for number in 0..<$0 { try container.withScope(Kind.self, Call(number: number)) { keep($0) } }
          },
          Variant("component") {
            for number in 0..<$0 {
              let request = Members(component, Call(number: number))
              keep(request)
              try request.close()
            }
          },
        ]),
    ]
  }
}
