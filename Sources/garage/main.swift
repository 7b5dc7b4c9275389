// SPDX-License-Identifier: Apache-2.0
import Dovetail
protocol Engine: Sendable { var n: String { get } }
final class HybridEngine: Engine { let n = "hybrid"; init() {} }
struct Metered: Engine { let inner: any Engine; var n: String { "metered " + inner.n } }
struct Radio: Sendable { let f: Double }
final class Wheel: Sendable { init() {} }
struct Axle: Sendable { let l: Wheel; let r: Wheel }
final class Car: Sendable { let engine: any Engine; let radio: Radio; let wheels: [Wheel]; init(engine: any Engine, radio: Radio, wheels: [Wheel]) { self.engine = engine; self.radio = radio; self.wheels = wheels } }
struct Report: Sendable { let car: Car; let title: String; let n: Int }
struct Order: Sendable { let id: Int }
enum Workshop: ScopeKind { typealias Input = Inputs<Order> }
final class Ticket: Sendable { let o: Order; let car: Car; let p: @Sendable () -> Wheel; init(o: Order, car: Car, p: @escaping @Sendable () -> Wheel) { self.o = o; self.car = car; self.p = p } }
extension Key<Wheel> { static var spare: Self { Self(named: "spare") } }
struct CarModule: Module {
  let profile: Profile
  var bindings: Bindings {
    Bind(Car.init).in(.singleton).onClose { _ in print("car closed") }
    Bind((any Engine).self, HybridEngine.init)
    Bind { [profile] in Radio(f: try profile["frequency"]) }
    Bind { (wheel: Provider<Wheel>) in (1...4).map { _ in wheel() } }
    Bind(Wheel.init)
    Bind(Wheel.init).named(.spare).in(.singleton)
    Bind(Axle.init).needs(.spare)
    Bind(Report.init).arguments(String.self, Int.self)
    Bind(Ticket.init).in(.scoped(Workshop.self)).onClose { print("ticket \($0.o.id) closed") }
    Decorate((any Engine).self) { (inner: any Engine, w: Wheel) in Metered(inner: inner) }
    Bind { 1 }.contribute(key: "one")
    Bind { 2 }.contribute(key: "two")
  }
}
do {
let c = try Container(CarModule(profile: Profile("production", ["frequency": "102.8"])))
let car = try c.resolve(Car.self)
print(car.engine.n, car.radio, car.wheels.count, try c.resolve(Car.self) === car)
print(try c.resolve([Int].self), try c.resolve([String: Int].self), try c.resolve(Report.self, arguments: "x", 3).title)
let f: Factory<Report, String, Int> = try c.resolve()
print(f("a", 4).n)
let a = try c.resolve(Axle.self); print(a.l === a.r)
try c.withScope(Workshop.self, Order(id: 7)) { s in
  let t: Ticket = try s.resolve(); print(t.o, try s.resolve(Ticket.self) === t, t.p() === t.p())
}
let cl: () -> Car = try c.resolve(); print(cl() === car)
do { let _: String = try c.resolve() } catch { print(error) }
do { let _: Report = try c.resolve() } catch { print(error) }
c.close()
do { let _: Car = try c.resolve() } catch { print(error) }
} catch { print(error) }
