// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Synchronization

enum InterceptingResolutions: Guide {
  static let page = "Guides/InterceptingResolutions"

  protocol Client: Sendable {
    func load(_ path: String) -> String
  }

  struct Wire: Client {
    func load(_ path: String) -> String { path }
  }

  final class Meter: Sendable {
    private let number = Mutex(0)

    init() {}

    var calls: Int { number.withLock { $0 } }

    func count() { number.withLock { $0 += 1 } }
  }

  struct ClientModule: Module {
    var bindings: Bindings { Bind((any Client).self) { Wire() } }
  }

  struct MeteredClient: Client {
    let inner: any Client
    let meter: Meter

    func load(_ path: String) -> String {
      meter.count()
      return inner.load(path)
    }
  }

  struct MeteringModule: Module {
    var bindings: Bindings {
      Include(ClientModule())
      Bind(Meter.init).in(.singleton)
      Decorate((any Client).self) { (inner: any Client, meter: Meter) in MeteredClient(inner: inner, meter: meter) }
    }
  }

  struct GreetingModule: Module {
    var bindings: Bindings {
      Bind(Meter.init).in(.singleton).onCreate { $0.count() }
    }
  }

  final class SlowCreations: Observer {
    private let found = Mutex<[String]>([])
    private let limit: Duration

    init(over limit: Duration) { self.limit = limit }

    var keys: [String] { found.withLock { $0 } }

    func observe(_ event: Event) {
      guard case .created(let duration) = event.kind, duration >= limit else { return }
      found.withLock { $0.append("\(event.subject.key)") }
    }
  }

  static func printed() throws -> [String] {
    let print = Printer()
    let container = try Container(MeteringModule())
    print(try container.resolve((any Client).self).load("/menu"), try container.resolve(Meter.self).calls)  // /menu 1
    print(try Container(GreetingModule()).resolve(Meter.self).calls)  // 1
    let slow = SlowCreations(over: .zero)
    _ = try Container(MeteringModule(), observers: [slow]).resolve((any Client).self)
    print(slow.keys)  // ["any Client", "Meter", "any Client"]
    return print.lines.map { $0.replacing("InterceptingResolutions.", with: "") }
  }
}
