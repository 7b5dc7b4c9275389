#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A package that depends on the product Dovetail alone: it resolves nothing else, links no Foundation, runs, and the compiler refuses
# what it has to refuse. A second target of it depends on the products above the core.
set -euo pipefail
dovetail=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# The package must be found under its own name, whatever the checkout is called.
ln -s "$dovetail" "$folder/dovetail"
mkdir -p "$folder/consumer/Sources/consumer" "$folder/consumer/Sources/above"
cd "$folder/consumer"

cat > Package.swift <<'SWIFT'
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "consumer", platforms: [.macOS(.v15)],
  dependencies: [.package(path: "../dovetail")],
  targets: [
    .executableTarget(
      name: "consumer", dependencies: [.product(name: "Dovetail", package: "dovetail")],
      swiftSettings: [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("MemberImportVisibility")]),
    .target(
      name: "above",
      dependencies: [
        "DovetailComponents", "DovetailComponentModules", "DovetailInjected", "DovetailLifecycle",
        "DovetailNames", "DovetailProfiles", "DovetailRelatives", "DovetailLogging", "DovetailTracing", "DovetailConfiguration",
        "DovetailServiceLifecycle", "DovetailHummingbird",
      ].map {
        .product(name: $0, package: "dovetail")
      }),
  ],
  swiftLanguageModes: [.v6])
SWIFT
# The program of the README, as it stands there.
awk '/^```swift$/ { inside = 1; text = ""; next } /^```$/ { if (text ~ /^import Dovetail\n/) { printf "%s", text; exit } inside = 0 } inside { text = text $0 "\n" }' "$dovetail/README.md" > Sources/consumer/main.swift

cat > Sources/above/Above.swift <<'SWIFT'
import Dovetail
import DovetailComponentModules
import DovetailComponents
import DovetailConfiguration
import DovetailHummingbird
import DovetailInjected
import DovetailLifecycle
import DovetailLogging
import DovetailNames
import DovetailProfiles
import DovetailRelatives
import DovetailServiceLifecycle
import DovetailTracing

final class Garage: ComponentModule, Sendable {
  static var members: Members<Garage> { \.road }
  let instances = Instances(observing: true)
  var road: String { single { "A1" } }
}
final class Wide: SelfMade, Sendable { init() {} }
struct Above: ProfilePassing {
  let profile: Profile
  var bindings: Bindings { NamedBind("above", instance: 1).onStart { _ in }; Bind(Wide.init).named("awake").onAwake { _ in } }
}
func start(_ profile: Profile) async throws -> Int {
  try Container.install(try Container(Above(profile: profile)))
  try await Container.shared.start()
  return try await Container.shared.resolve("above")
}
SWIFT

swift package resolve --quiet
swift package show-dependencies --format json > dependencies.json
others=$(grep -oE '"identity": *"[^"]*"' dependencies.json | grep -vE '"(consumer|dovetail)"$' || true)
if [ -n "$others" ] || ! grep -q '"dovetail"' dependencies.json; then
  echo "the consumer resolves something else than Dovetail alone:"
  cat dependencies.json
  exit 1
fi
if [ -e Package.resolved ] && grep -q '"identity"' Package.resolved; then
  echo "the consumer has pins:"
  cat Package.resolved
  exit 1
fi
swift build -c release --quiet --product consumer
output=$(.build/release/consumer)
if [ "$output" != 700 ]; then
  echo "the consumer printed '$output', not '700'"
  exit 1
fi
if command -v ldd >/dev/null && ldd .build/release/consumer | grep -i foundation; then
  echo "the consumer links Foundation"
  exit 1
fi
echo "resolves, builds, runs and links nothing but Dovetail"
swift build -c release --quiet
echo "the products above the core resolve nothing else, and build"

# A version of a package has to keep rules that a folder need not keep.
git clone --quiet "$dovetail" "$folder/released/dovetail"
git -C "$folder/released/dovetail" tag 9999.0.0
mkdir -p "$folder/versioned/Sources/versioned"
cp Sources/consumer/main.swift "$folder/versioned/Sources/versioned/"
cat > "$folder/versioned/Package.swift" << SWIFT
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "versioned", platforms: [.macOS(.v15)],
  dependencies: [.package(url: "file://$folder/released/dovetail", from: "9999.0.0")],
  targets: [.executableTarget(name: "versioned", dependencies: [.product(name: "Dovetail", package: "dovetail")])])
SWIFT
swift build --package-path "$folder/versioned" --print-manifest-job-graph > graph 2>&1 || { tail -5 graph; exit 1; }
echo "a version of the package can be a dependency"

# The program of the README with the mistake that the README makes ends with the message of the README, line numbers and all.
sed -i.bak 's/Bind((any PriceClient).self) { HTTPClient/Bind { HTTPClient/' Sources/consumer/main.swift
swift build -c release --quiet
message=$(awk '/^```/ { if (open && shown) exit; open = !open; shown = open && $0 == "```"; next } shown' "$dovetail/README.md")
if output=$(SWIFT_BACKTRACE=enable=no .build/release/consumer 2>&1); then
  echo "the consumer without a client did not fail"
  exit 1
fi
if [ -z "$message" ] || [[ "$output" != *"$message"* ]]; then
  printf 'the consumer without a client did not say\n%s\nbut\n%s\n' "$message" "$output"
  exit 1
fi
echo "says what is missing"

# Its help, typed in, compiles, and there is no further error.
help=$(sed -nE 's/.*help: add (.*) to StoreModule, .*/\1/p' <<< "$message")
awk -v help="$help" '{ print } /Bind { HTTPClient/ { print "    " help }' Sources/consumer/main.swift > helped
cp helped Sources/consumer/main.swift
swift build -c release --quiet
[ "$(.build/release/consumer)" = 700 ] || { echo "the consumer with the help '$help' does not run"; exit 1; }
echo "the help that it prints compiles and is enough"

# Misuse that must not compile: a name, the telling words of the message, and the code.
modules=$(dirname "$(find -L .build/release/ -name 'Dovetail.swiftmodule' | head -1)")
imports='import Dovetail'
check() {
  printf '%s\n%s\n' "$imports" "$2" > "$1.swift"
  swiftc -swift-version 6 -typecheck -I "$modules" "$1.swift" 2>&1
}
refused() {
  local name="$1" words="$2" code="$3" message
  if message=$(check "$name" "$code"); then
    echo "the compiler accepts $name"
    exit 1
  fi
  if ! grep 'error:' <<< "$message" | grep -qF -- "$words"; then
    printf 'the compiler refuses %s without saying "%s":\n%s\n' "$name" "$words" "$message"
    exit 1
  fi
  echo "refused: $name"
}
# As refused, and a note of the compiler says more.
explained() {
  local name="$1" words="$2" more="$3" code="$4" message
  refused "$name" "$words" "$code"
  # Kept first, because the compiler's refusal would be that of the pipe.
  message=$(check "$name" "$code") || true
  if ! grep 'note:' <<< "$message" | grep -F -- "$more" > /dev/null; then
    printf 'the compiler does not explain %s with the words "%s":\n%s\n' "$name" "$more" "$message"
    exit 1
  fi
}

# As refused, and the page that explains the compiler's messages has these words.
listed() {
  refused "$@"
  if ! grep -qF -- "$2" "$dovetail/Sources/Dovetail/Documentation.docc/Guides/WhenItDoesNotCompile.md"; then
    echo "the page WhenItDoesNotCompile does not list \"$2\""
    exit 1
  fi
}

# What is right is accepted; otherwise the refusals below would say nothing.
check accepted '
final class Diary: Sendable { init() {} }
final class Car { var diary: Diary?; init() {} }
@MainActor final class Dashboard { init() {} }
enum Order: ScopeKind { typealias Input = Inputs<Int> }
let shown: [any Sendable] = [Bind(Dashboard.init), Bind(Dashboard.init).in(.singleton), Bind { @MainActor in Dashboard() }]
let binds: [any Sendable] = [Bind(Diary.init).in(.singleton), Bind(Car.init).require(\.diary, named: "spare")]
func open(_ container: Container) throws { try container.withScope(Order.self, 7) { _ in } }
func make(_ factory: Factory<Car, String>) -> Car { factory("seven") }'
echo "accepted: right use"
refused shared-mutable-state "does not conform to the 'Sendable' protocol" '
final class Diary { var pages = 0 }
let bind = Bind(Diary.init).in(.singleton)'
refused wrong-input "cannot convert value of type 'String' to expected argument type 'Int'" '
enum Order: ScopeKind { typealias Input = Inputs<Int> }
func open(_ container: Container) throws { try container.withScope(Order.self, "seven") { _ in } }'
refused wrong-protocol "to expected argument type '@isolated(any) @Sendable () throws -> any Engine'" '
protocol Engine {}
struct Wheel {}
let bind = Bind((any Engine).self, Wheel.init)'
refused property-of-another-type "'@Sendable () -> Car' to expected argument type '@isolated(any) @Sendable () throws -> Wheel'" '
final class Car { init() {} }
final class Wheel { var size = 0 }
let bind = Bind(Car.init).require(\Wheel.size)'
refused constant-property "the property cannot be set: declare it with 'var', or give it to the initializer" '
final class Car { let doors = 4; init() {} }
let bind = Bind(Car.init).require(\.doors)'
refused filled-property-that-is-never-nil "'fill' sets an optional 'var' that is nil: set any other 'var' with 'require'" '
final class Car { var doors = 4; init() {} }
let bind = Bind(Car.init).fill(\.doors)'
refused constant-filled-property "'fill' sets an optional 'var' that is nil" '
final class Car { let doors: Int? = nil; init() {} }
let bind = Bind(Car.init).fill(\.doors)'
refused property-of-another-actor "cannot form key path to global actor 'Drawing'-isolated property 'title'" '
@globalActor actor Drawing { static let shared = Drawing() }
@Drawing final class Canvas { var title = ""; init() {} }
let bind = Bind(Canvas.init).require(\.title)'
refused wrong-arguments "cannot convert value of type 'Int' to expected argument type 'String'" '
struct Report {}
func make(_ factory: Factory<Report, String>) -> Report { factory(7) }'
refused closure-of-nobody "call to main actor-isolated initializer 'init()' in a synchronous nonisolated context" '
@MainActor final class Dashboard { init() {} }
let bind = Bind { Dashboard() }'
refused async-value-that-cannot-cross "does not conform to the 'Sendable' protocol" '
final class Diary { var pages = 0; init() async {} }
let bind = Bind(Diary.init)'
refused started-value-that-cannot-be-shared "does not conform to the 'Sendable' protocol" '
import DovetailLifecycle
final class Diary { var pages = 0 }
let bind = Bind(Diary.init).onStart { _ in }'

# The page "When it does not compile": its rows, in their order.
drive='
protocol Engine: Sendable {}
struct Diesel: Engine { init(power: Int) {}; init(size: Double) {} }
struct Hybrid: Engine {}
struct Radio: Sendable {}
struct Wheel: Sendable {}
struct Trip: Sendable {}
final class Diary { var pages = 0 }
final class Car: Sendable { init(wheel: Wheel) {} }
enum Order: ScopeKind { typealias Input = Inputs<Int> }
enum Visit: ScopeKind {}
final class Bus: Sendable { init(engine: some Engine) {} }
struct Loud: Engine { init(inner: any Engine, radio: Radio) {} }
@MainActor final class Screen { init() {} }
extension Key<Wheel> { static var spare: Self { Self(named: "spare") } }
func ask(_ container: Container, _ make: Factory<Trip, String, Int>) throws {'
check driving "$drive
  let list: [any Sendable] = [
    Bind((any Engine).self, instance: Hybrid()), Bind((any Engine).self, Diesel.init(power:)), Bind(Screen.init),
    Bind { (engine: any Engine) in Bus(engine: engine) }, Bind(Radio.init).in(.singleton), Bind(Diary.init).in(.graph),
    Bind(Wheel.init).named(.spare), Bind(Wheel.init).named(nil), Bind(Car.init).needs(.spare),
    Decorate((any Engine).self) { (inner: any Engine, radio: Radio) in Loud(inner: inner, radio: radio) },
    Decorate((any Engine).self) { Loud(inner: \$0, radio: \$1) }, Decorate((any Engine).self, Loud.init).named(nil),
    Decorate(Wheel.self) { (inner: Wheel) in inner }.named(.spare),
    Bind(Radio.init).standIn { Radio() }, Bind((any Engine).self, Hybrid.init).standIn(Diesel.init(power:)),
    Bind(Hybrid.init).contribute(to: (any Engine).self) { \$0 }, try container.openScope(Order.self, 7),
    try container.openScope(Visit.self), try container.withScope(Order.self, 7) { _ in 1 },
    try container.withScope(Visit.self) { _ in 1 },
  ]
  let engine: any Engine = try container.resolve()
  print(list, engine, make(\"Rome\", 3), try container.resolve(Trip.self, arguments: \"Rome\", 3))
}
func wait(_ scope: OpenScope) async {}
func wait(_ container: Container, _ resolver: any Resolver) async throws {
  try await container.withScope(Visit.self) { await wait(\$0) }
  try await resolver.withScope(Order.self, 7) { await wait(\$0) }
}
extension Container { static let shared: Container? = nil; func register() {} }
extension Bind { var singleton: Self { self.in(.transient) } }
func own(_ container: Container) { print(Container.shared ?? container, container.register(), Bind(Wheel.init).singleton) }"
echo "accepted: the right forms of the page"
listed value-as-factory "write 'instance:' before a value that exists" "$drive _ = Bind((any Engine).self, Hybrid()) }"
listed value-alone "cannot convert value of type 'Radio' to expected argument type '@isolated(any) @Sendable () throws -> Value'" \
  "$drive _ = Bind(Radio()) }"
listed generic-initialiser "could not infer pack element #0 from context" "$drive _ = Bind(Bus.init) }"
listed several-initialisers "ambiguous use of 'init'" "$drive _ = Bind((any Engine).self, Diesel.init) }"
listed no-conformance \
  "cannot convert value of type '@Sendable () -> Wheel' to expected argument type '@isolated(any) @Sendable () throws -> any Engine'" \
  "$drive _ = Bind((any Engine).self, Wheel.init) }"
listed type-without-self "expected member name or initializer call after type name" "$drive _ = Bind(any Engine, Hybrid.init) }"
listed main-actor-closure "call to main actor-isolated initializer 'init()' in a synchronous nonisolated context" \
  "$drive _ = Bind { Screen() } }"
listed actor-without-space "cannot find 'radio' in scope" "$drive _ = Bind { @Pit(radio: Radio) in radio } }
@globalActor actor Pit { static let shared = Pit() }"
listed captured-state "in a '@Sendable' closure" "$drive let diary = Diary(); _ = Bind { [diary] in diary.pages } }"
listed returned-bind "cannot convert return expression of type 'Bind<Car>' to return type 'Bindings'" "$drive }
struct Cars: Module { var bindings: Bindings { return Bind(Car.init) } }"
listed part-that-does-not-conform "the closure does not return an element" \
  "$drive _ = Bind(Wheel.init).contribute(to: (any Engine).self) { \$0 } }"
listed scope-as-property "write '.in(.singleton)'" "$drive _ = Bind(Car.init).singleton }"
listed object-scope "write '.in(.singleton)'" "$drive _ = Bind(Car.init).inObjectScope(.container) }"
refused cached-property "write '.in(.singleton)', or '.in(.scoped(Kind.self))'" "$drive _ = Bind(Car.init).cached }"
refused shared-property "write '.in(.weak)'" "$drive _ = Bind(Car.init).shared }"
listed listed-initialiser "no exact matches in call to static method 'buildExpression'" "$drive }
struct Cars: Module { var bindings: Bindings { Car.init } }"
listed misspelt-scope "type 'Scope.Shared' has no member 'singelton'" "$drive _ = Bind(Radio.init).in(.singelton) }"
listed shared-class "type 'Diary' does not conform to the 'Sendable' protocol" "$drive _ = Bind(Diary.init).in(.singleton) }"
listed scope-as-argument "extra argument 'in' in call" "$drive _ = Bind(Radio.init, in: .singleton) }"
listed misspelt-key "type 'Key<Wheel>' has no member 'spar'" "$drive _ = Bind(Wheel.init).named(.spar) }"
listed key-of-another-type "the key belongs to another type" "$drive _ = Bind(Radio.init).named(.spare) }"
refused key-of-another-decorator "the key belongs to another type" "$drive
  _ = Decorate(Radio.self) { (inner: Radio) in inner }.named(.spare) }"
refused stand-in-of-a-decorator "a decorator has no stand-in" "$drive
  _ = Decorate(Radio.self) { (inner: Radio) in inner }.standIn { Radio() } }"
listed misspelt-need "generic parameter 'Need' could not be inferred" "$drive _ = Bind(Car.init).needs(.spar) }"
listed unlabelled-name "missing argument label 'named:' in call" "$drive _ = Bind(Car.init).needs(Wheel.self, \"spare\") }"
listed decorated-last "the first parameter is the value that is wrapped" "$drive
  _ = Decorate((any Engine).self) { (radio: Radio, inner: any Engine) in Loud(inner: inner, radio: radio) } }"
listed decorator-in-a-scope "cannot convert value of type 'Decorate<any Engine>' to expected argument type 'Bind<Value>'" "$drive
  _ = In(.singleton) { Decorate((any Engine).self) { (inner: any Engine) in inner } } }"
listed decorated-never "the wrapper takes the value that it wraps, '{ inner in … }'; 'override' replaces a binding" "$drive
  _ = Decorate((any Engine).self) { Hybrid() } }"
listed labelled-arguments "extra argument 'to' in call" "$drive _ = try container.resolve(Trip.self, to: \"Rome\", km: 3) }"
listed unlabelled-arguments "missing argument for parameter 'arguments' in call" \
  "$drive _ = try container.resolve(Trip.self, \"Rome\", 3) }"
listed too-few-arguments "missing argument for parameter #1 in call" "$drive _ = make(\"Rome\") }"
refused too-few-arguments-of-make "missing argument for parameter #1 in call" "$drive _ = try make.make(\"Rome\") }"
listed labels-of-a-factory "no exact matches in call to instance method 'callAsFunction'" "$drive _ = make(to: \"Rome\", km: 3) }"
listed swapped-arguments "no exact matches in call to instance method 'callAsFunction'" "$drive _ = make(3, \"Rome\") }"
listed scope-without-input "the scope type has inputs: write them behind it" "$drive _ = try container.openScope(Order.self) }"
refused with-scope-without-input "the scope type has inputs: write them behind it" "$drive try container.withScope(Order.self) { _ in } }"
refused awaited-scope-without-input "the scope type has inputs: write them behind it" "$drive }
func wait(_ scope: OpenScope) async {}
func visit(_ container: Container) async throws { try await container.withScope(Order.self) { await wait(\$0) } }"
listed opaque-request "failed to produce diagnostic for expression" "$drive
  let engine: some Engine = try container.resolve(); print(engine) }"
listed registering "a container does not change" "$drive container.register(Car.self) { _ in Car(wheel: Wheel()) } }"
refused registering-alone "a container does not change" "$drive container.register { Wheel() } }"
listed global-container "pass the container on, or import DovetailInjected" "$drive _ = try Container.shared.resolve(Car.self) }"
listed request-without-try "call can throw, but it is not marked with 'try' and the error is not handled" "$drive }
func read(_ container: Container) { print(container.resolve(Car.self)) }"

# What the compiler cannot turn into a factory; it says so when it emits code. The page has the other spelling of each.
broken() {
  local name="$1" words="$2" code="$3" right="$4" message
  printf '%s\n%s let bind = %s' "$imports" "$crashing" "$right" > "$name.swift"
  swiftc -swift-version 6 -emit-silgen -o /dev/null -I "$modules" "$name.swift"
  printf '%s\n%s let bind = %s' "$imports" "$crashing" "$code" > "$name.swift"
  if message=$(SWIFT_BACKTRACE=enable=no swiftc -swift-version 6 -emit-silgen -o /dev/null -I "$modules" "$name.swift" 2>&1); then
    echo "the compiler compiles $name: strike it from WhenItDoesNotCompile"
    exit 1
  fi
  if ! grep -qF -- "$words" <<< "$message" || ! grep -qF -- "$words" "$dovetail/Sources/Dovetail/Documentation.docc/Guides/WhenItDoesNotCompile.md"; then
    printf 'the compiler breaks at %s without saying "%s", or the page does not list that:\n%s\n' "$name" "$words" "$message"
    exit 1
  fi
  echo "the compiler breaks: $name"
}
crashing='
import DovetailNames
enum Flat: Error { case flat }
struct Wheel: Sendable {}
struct Radio: Sendable {
  init(_ a: Wheel, _ b: Wheel, _ c: Wheel, _ d: Wheel, _ e: Wheel, _ f: Wheel, _ g: Wheel) throws(Flat) {}
}
struct Phone: Sendable { init(wheel: Wheel) async throws(Flat) {} }
struct Row: Sendable { init(_ wheels: Wheel...) {} }
final class Car: Sendable { init(wheel: @escaping @Sendable () -> Wheel) {} }
'
packs='INTERNAL ERROR: feature not implemented: reabstraction of pack values'
thunk='While emitting reabstraction thunk'
wheels='a: Wheel, b: Wheel, c: Wheel, d: Wheel, e: Wheel, f: Wheel, g: Wheel'
broken typed-error "$packs" 'Bind(Radio.init)' "Bind { ($wheels) in try Radio(a, b, c, d, e, f, g) }"
broken typed-error-and-argument "$packs" 'Bind(Radio.init).arguments(Wheel.self)' \
  "Bind { ($wheels) in try Radio(a, b, c, d, e, f, g) }.arguments(Wheel.self)"
broken awaited-typed-error "$packs" 'Bind(Phone.init)' 'Bind { (wheel: Wheel) in try await Phone(wheel: wheel) }'
broken closure-with-typed-error "$packs" "Bind { ($wheels) throws(Flat) in try Radio(a, b, c, d, e, f, g) }" \
  "Bind { ($wheels) in try Radio(a, b, c, d, e, f, g) }"
broken variadic "$thunk" 'Bind(Row.init)' 'Bind { (left: Wheel, right: Wheel) in Row(left, right) }'
broken named-function-of-a-closure "$thunk" 'NamedBind("car", needs: ["wheelProvider"], Car.init)' \
  'NamedBind("car", needs: ["wheelProvider"]) { (wheel: @escaping @Sendable () -> Wheel) in Car(wheel: wheel) }'

# What is behind a trait says which one.
behind() {
  refused "no-trait-$1" "enable the trait '$1'" "import Dovetail$1
func use(_ container: Container) throws { $2 }"
}
behind Logging 'print(try Container(LoggerModule()))'
behind Logging '_ = LoggingObserver(container)'
behind Tracing '_ = TracingObserver()'
behind Tracing '_ = MetricsObserver()'
behind Configuration '_ = Bind(configuration: "port", as: Int.self, from: container)'
behind Configuration '_ = Bind(configuration: Key<Int>(), from: container)'
behind Configuration '}; extension Duration: ConfiguredValue {'
behind ServiceLifecycle '_ = ContainerService(container)'
behind ServiceLifecycle '_ = Bind(instance: 1).asService()'
behind Hummingbird '_ = RequestScopeMiddleware(container)'
behind Hummingbird '_ = Bind(instance: 1).in(.scoped(RequestScope.self))'
behind Hummingbird '}; struct Own: ScopedRequestContext {'

# InDependence's annotations, BTKInjector's blocks and Drip's modules were checked while a program ran: these are the rows IND-6, IND-50,
# IND-52, IND-57, BTK-15, BTK-18, DRP-4, DRP-6 and DRP-20 of Scripts/seed-rows.txt.
objects='
import DovetailRelatives
final class Wheel { init() {} }
final class Car { weak var garage: Garage?; var wheel: Wheel?; init(colour: String) {} }
final class Garage { init() {} }
protocol Store: Sendable {}
struct Disk: Store { init() {} }'
check objects "$objects
let binds: [any Sendable] = [
  Bind(Car.init(colour:)).arguments(defaults: String()).require(\.wheel).reference(\.garage), Bind((any Store).self, Disk.init),
]"
echo "accepted: properties, initialisers and protocols that are there"
refused misspelt-requirement "value of type 'Car' has no member 'weel'" "$objects
let bind = Bind(Car.init).require(\.weel)"
refused misspelt-reference "value of type 'Car' has no member 'garag'" "$objects
let bind = AnyBind(Bind(Car.init)).reference(\Car.garag)"
refused reference-that-is-never-nil "a reference is an optional 'weak var': there may be no relative" "$objects
final class Truck { var garage = Garage(); init() {} }
let bind = Bind(Truck.init).reference(\.garage)"
refused missing-initialiser "type 'Car' has no member 'init(year:)'" "$objects
let bind = Bind(Car.init(year:))"
refused missing-protocol "cannot find type 'Storage' in scope" "$objects
let bind = Bind((any Storage).self, Disk.init)"
refused missing-block "'nil' is not compatible with expected argument type" "$objects
let bind = Bind((any Store).self, nil)"
refused product-of-another-type "cannot convert value of type" "$objects
let bind = Bind((any Store).self) { Wheel() }"

refused object-that-is-no-extension "cannot convert value of type" "$objects
let container = try Container(extensions: [Wheel()]) {}"

# Components: the graph is what the compiler checks.
imports+=$'\nimport DovetailComponents'
parts='
protocol Engine: Sendable {}
struct Diesel: Engine {}
struct Radio: Sendable {}
struct Wheel: Sendable {}
struct Car: Sendable { init(from parts: some Needs) {} }
extension Car { protocol Needs { var engine: any Engine { get }; var radio: Radio { get } } }'
check component "$parts
final class Garage: Component, Car.Needs {
  let instances = Instances()
  var engine: any Engine { single((any Engine).self) { Diesel() } }
  var radio: Radio { transient { Radio() } }
  var car: Car { single { Car(from: self) } }
}
@MainActor final class Label { var text = String() }
@MainActor final class Screen: Component {
  let instances = Instances()
  var label: Label { single { Label() } }
}
func quiet(_ garage: Garage) throws { try garage.override(\.engine, with: Diesel()).override(\.radio) { _ in Radio() } }"
echo "accepted: components"
explained missing-need "type 'Garage' does not conform to protocol 'Car.Needs'" \
  "protocol requires property 'radio' with type 'Radio'" "$parts
final class Garage: Component, Car.Needs {
  let instances = Instances()
  var engine: any Engine { single((any Engine).self) { Diesel() } }
  var car: Car { single { Car(from: self) } }
}"
explained undeclared-needs "requires that 'Garage' conform to 'Car.Needs'" "where 'some Needs' = 'Garage'" "$parts
final class Garage: Component {
  let instances = Instances()
  var car: Car { single { Car(from: self) } }
}"
explained need-of-another-type "type 'Garage' does not conform to protocol 'Car.Needs'" \
  "candidate has non-matching type 'Wheel'" "$parts
final class Garage: Component, Car.Needs {
  let instances = Instances()
  var engine: any Engine { single((any Engine).self) { Diesel() } }
  var radio: Wheel { transient { Wheel() } }
}"
refused missing-module "value of type 'Garage' has no member 'main'" "$parts
final class Garage: Component { let instances = Instances() }
func read(_ garage: Garage) { _ = garage.main }"
refused missing-parent "missing argument for parameter 'garage' in call" '
final class Garage: Component { let instances = Instances() }
final class Stall: Component {
  let instances = Instances()
  let garage: Garage
  init(garage: Garage) { self.garage = garage }
}
let stall = Stall()'
wheels="
final class Garage: Component { let instances = Instances() }
final class Stall: Component { let instances = Instances() }
protocol Module: ComponentPart { var garage: Garage { get }; var wheel: Wheel { get } }"
refused module-of-another-component "cannot convert value of type 'Stall' to expected argument type 'Garage'" "$parts$wheels
struct Wheels: Module {
  let garage: Garage
  var instances: Instances { garage.instances }
  var wheel: Wheel { single { Wheel() } }
}
let wheels = Wheels(garage: Stall())"
refused module-that-leaves-something-open "type 'Wheels' does not conform to protocol 'Module'" "$parts$wheels
struct Wheels: Module {
  let garage: Garage
  var instances: Instances { garage.instances }
}"
refused missing-member "cannot find 'engine' in scope" "$parts
final class Truck: Sendable { init(engine: any Engine) {} }
final class Garage: Component {
  let instances = Instances()
  var truck: Truck { single { Truck(engine: engine) } }
}"
refused override-of-another-type "key path value type 'any Engine' cannot be converted to contextual type 'Wheel'" "$parts
final class Garage: Component {
  let instances = Instances()
  var engine: any Engine { single((any Engine).self) { Diesel() } }
}
func replace(_ garage: Garage) throws { try garage.override(\.engine, with: Wheel()) }"
refused shared-mutable-member "'single(_:key:forNonSendableOn:member:" '
final class Diary { var pages = 0 }
final class Garage: Component {
  let instances = Instances()
  var diary: Diary { single { Diary() } }
}'
refused member-of-the-main-actor "main actor-isolated property 'label' can not be referenced from a nonisolated context" '
@MainActor final class Label { var text = String() }
@MainActor final class Screen: Component {
  let instances = Instances()
  var label: Label { single { Label() } }
}
func read(_ screen: Screen) { _ = screen.label }'
refused throwing-member "call can throw, but it is not marked with 'try'" "$parts
final class Garage: Component {
  let instances = Instances()
  func tune() throws -> Radio { Radio() }
  var radio: Radio { single { try tune() } }
}"

# A program of two dynamic libraries that both use DovetailDynamic: the package is there once, and what one installs the other one finds.
for library in left right; do
  mkdir -p "$folder/copies/$library/Sources/$library"
  cat > "$folder/copies/$library/Package.swift" << SWIFT
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "$library", platforms: [.macOS(.v15)], products: [.library(name: "$library", type: .dynamic, targets: ["$library"])],
  dependencies: [.package(path: "../../dovetail")],
  targets: [.target(name: "$library", dependencies: [.product(name: "DovetailDynamic", package: "dovetail")])])
SWIFT
done
cat > "$folder/copies/left/Sources/left/Left.swift" << 'SWIFT'
import Dovetail
import DovetailInjected

public func install() throws { try Container.install(Container { Bind(Int.self, instance: 700) }) }
SWIFT
cat > "$folder/copies/right/Sources/right/Right.swift" << 'SWIFT'
import DovetailInjected

public func price() -> Int {
  @Injected var price: Int
  return price
}
SWIFT
mkdir -p "$folder/copies/program/Sources/program"
cat > "$folder/copies/program/Package.swift" << 'SWIFT'
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
  name: "program", platforms: [.macOS(.v15)], dependencies: [.package(path: "../left"), .package(path: "../right")],
  targets: [
    .executableTarget(
      name: "program", dependencies: [.product(name: "left", package: "left"), .product(name: "right", package: "right")])
  ])
SWIFT
cat > "$folder/copies/program/Sources/program/main.swift" << 'SWIFT'
import left
import right

try install()
print(price())
SWIFT
swift build --quiet --package-path "$folder/copies/program"
built=$(swift build --package-path "$folder/copies/program" --show-bin-path)
[ "$("$built/program")" = 700 ] || { echo "one library does not find what another one installed"; exit 1; }
for library in left right; do
  if nm -D --defined-only "$built/lib$library.so" | grep '8Dovetail9ContainerC' > /dev/null; then
    echo "lib$library.so has a copy of Dovetail"
    exit 1
  fi
done
echo "two libraries of one program share one DovetailDynamic"

# A debug build as a static archive, as other build systems make one: of that the linker takes only the files that something names.
ar crs "$folder/libDovetailArchive.a" "$built"/{Dovetail,DovetailChecks,DovetailGraph,DovetailRuntime}.build/*.o
cat > "$folder/archived.swift" << 'SWIFT'
import Dovetail

struct Wheel: Sendable { let size: Int }
struct Car: Sendable { let spare: Wheel?, wheels: [Wheel] }

let container = try Container {
  Bind { Wheel(size: 17) }
  Bind { Wheel(size: 18) }.contribute()
  Bind(Car.init)
}
let car = try container.resolve(Car.self)
print(car.spare?.size ?? 0, car.wheels.map(\.size))
SWIFT
swiftc -swift-version 6 -I "$built/Modules" -L "$folder" "$folder/archived.swift" -lDovetailArchive -o "$folder/archived"
[ "$("$folder/archived")" = "17 [18]" ] || { echo "a program with a static archive of Dovetail prints something else"; exit 1; }
echo "a static archive has all that a program needs"
