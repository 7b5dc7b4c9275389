// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
//
// The little of SwiftUI that DovetailSwiftUI and Sample.swift touch, with the isolation and the signatures that Apple's documentation
// gives, for machines that do not have it. Views are drawn as lines of text, once per call of `draw`. What appears, keeps its state, changes
// and disappears is drawn by a `Display` several times: see Display.swift.

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

@MainActor @preconcurrency public protocol ViewModifier {
  associatedtype Body: View
  @ViewBuilder func body(content: AnyView) -> Body
}

public protocol DynamicProperty {
  mutating func update()
}

extension DynamicProperty {
  public mutating func update() {}
}

public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]
  /// Where a view is drawn that keeps its state, and its place there.
  var display: Display?
  var place = ""

  public init() {}

  /// The environment of a view inside this one.
  func inside(_ name: String) -> EnvironmentValues {
    var copy = self
    copy.place += "/" + name
    return copy
  }

  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

@propertyWrapper public struct Environment<Value>: DynamicProperty {
  fileprivate final class Box { var value: Value?; init() {} }
  private let path: KeyPath<EnvironmentValues, Value>
  fileprivate let box = Box()
  public init(_ path: KeyPath<EnvironmentValues, Value>) { self.path = path }
  public var wrappedValue: Value { box.value ?? EnvironmentValues()[keyPath: path] }
}

/// What takes its value from the environment before a body is asked, and keeps it for what the view does later.
private protocol EnvironmentReader {
  func read(_ environment: EnvironmentValues)
}

extension Environment: EnvironmentReader {
  func read(_ environment: EnvironmentValues) { box.value = environment[keyPath: path] }
}

/// Lets the properties of a view, and theirs in turn, read the environment, and keep their state at their place.
@MainActor private func update(_ properties: Any, from environment: EnvironmentValues) {
  for (label, property) in Mirror(reflecting: properties).children {
    let environment = environment.inside(label ?? "")
    if let reader = property as? any EnvironmentReader { reader.read(environment) }
    if let state = property as? any KeptState, let display = environment.display { state.join(display, at: environment.place) }
    if property is any DynamicProperty { update(property, from: environment) }
  }
}

@propertyWrapper public struct State<Value>: DynamicProperty {
  private final class Box { var value: Value; init(_ value: Value) { self.value = value } }
  /// Leads to the box, of which a display keeps one for each place.
  private final class Link { var box: Box; init(_ value: Value) { box = Box(value) } }
  private let link: Link
  public init(wrappedValue: Value) { link = Link(wrappedValue) }
  public init(initialValue: Value) { link = Link(initialValue) }
  @MainActor public var wrappedValue: Value {
    get { link.box.value }
    nonmutating set { link.box.value = newValue }
  }
}

@MainActor private protocol KeptState {
  func join(_ display: Display, at place: String)
}

extension State: KeptState {
  func join(_ display: Display, at place: String) {
    guard let box = display.kept(link.box, at: place) as? Box else { return }
    link.box = box
  }
}

@MainActor @resultBuilder public enum ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<repeat each Content> {
    TupleView(content: (repeat each content))
  }
  public static func buildEither<First: View, Second: View>(first: First) -> Either<First, Second> { .first(first) }
  public static func buildEither<First: View, Second: View>(second: Second) -> Either<First, Second> { .second(second) }
}

/// What draws itself.
@MainActor protocol Drawn {
  func lines(in environment: EnvironmentValues) -> [String]
}

extension Never: View {
  public var body: Never { fatalError() }
}

extension View where Body == Never {
  public var body: Never { fatalError() }
}

/// Draws a view as the display would: its properties read the environment that is around it, then its body is asked.
@MainActor public func draw(_ view: some View, in environment: EnvironmentValues = EnvironmentValues()) -> [String] {
  if let drawn = view as? any Drawn { return drawn.lines(in: environment) }
  let environment = environment.inside("\(type(of: view))")
  update(view, from: environment)
  return draw(view.body, in: environment)
}

public struct Text: View, Drawn {
  public typealias Body = Never
  private let content: String
  public init(_ content: String) { self.content = content }
  public init(verbatim content: String) { self.content = content }
  public func monospaced(_ isActive: Bool = true) -> Text { self }
  func lines(in environment: EnvironmentValues) -> [String] { content.split(separator: "\n").map(String.init) }
}

public struct ScrollView<Content: View>: View, Drawn {
  public typealias Body = Never
  private let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  func lines(in environment: EnvironmentValues) -> [String] { draw(content, in: environment) }
}

public struct ZStack<Content: View>: View, Drawn {
  public typealias Body = Never
  private let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  func lines(in environment: EnvironmentValues) -> [String] { draw(content, in: environment.inside("ZStack")) }
}

public struct EmptyView: View, Drawn {
  public typealias Body = Never
  public init() {}
  func lines(in environment: EnvironmentValues) -> [String] { [] }
}

public struct ProgressView<Label: View, CurrentValueLabel: View>: View, Drawn {
  public typealias Body = Never
  func lines(in environment: EnvironmentValues) -> [String] { ["loading"] }
}

extension ProgressView where CurrentValueLabel == EmptyView {
  public init() where Label == EmptyView {}
}

public struct Button<Label: View>: View, Drawn {
  public typealias Body = Never
  private let label: Label
  private let action: @MainActor () -> Void
  func lines(in environment: EnvironmentValues) -> [String] {
    let title = draw(label, in: environment).joined()
    environment.display?.buttons[title] = action
    return ["[\(title)]"]
  }
}

extension Button where Label == Text {
  public init(_ title: String, action: @escaping @MainActor () -> Void) { (label, self.action) = (Text(title), action) }
}

public struct TupleView<each Content: View>: View, Drawn {
  public typealias Body = Never
  let content: (repeat each Content)
  func lines(in environment: EnvironmentValues) -> [String] {
    var lines: [String] = []
    var number = 0
    for view in repeat each content {
      lines += draw(view, in: environment.inside("\(number)"))
      number += 1
    }
    return lines
  }
}

public enum Either<First: View, Second: View>: View, Drawn {
  public typealias Body = Never
  case first(First)
  case second(Second)
  func lines(in environment: EnvironmentValues) -> [String] {
    switch self {
    case .first(let view): draw(view, in: environment.inside("first"))
    case .second(let view): draw(view, in: environment.inside("second"))
    }
  }
}

public struct AnyView: View, Drawn {
  public typealias Body = Never
  private let content: any View
  public init(_ content: some View) { self.content = content }
  func lines(in environment: EnvironmentValues) -> [String] { draw(content, in: environment) }
}

struct Changed<Content: View>: View, Drawn {
  typealias Body = Never
  let content: Content
  let change: (inout EnvironmentValues) -> Void
  func lines(in environment: EnvironmentValues) -> [String] {
    var environment = environment
    change(&environment)
    return draw(content, in: environment)
  }
}

struct Appearing<Content: View>: View, Drawn {
  typealias Body = Never
  let content: Content
  let action: (() -> Void)?
  func lines(in environment: EnvironmentValues) -> [String] {
    let environment = environment.inside("appearing")
    if let display = environment.display {
      display.appears(environment.place, action)
      return draw(content, in: environment)
    }
    defer { action?() }
    return draw(content, in: environment)
  }
}

struct Disappearing<Content: View>: View, Drawn {
  typealias Body = Never
  let content: Content
  let action: (() -> Void)?
  func lines(in environment: EnvironmentValues) -> [String] {
    let environment = environment.inside("disappearing")
    environment.display?.disappears(environment.place, action)
    return draw(content, in: environment)
  }
}

struct Watching<Content: View, Value: Equatable>: View, Drawn {
  typealias Body = Never
  let content: Content
  let value: Value
  let action: () -> Void
  func lines(in environment: EnvironmentValues) -> [String] {
    let environment = environment.inside("watching")
    environment.display?.watches(value, environment.place, action)
    return draw(content, in: environment)
  }
}

struct Identified<Content: View, ID: Hashable>: View, Drawn {
  typealias Body = Never
  let content: Content
  let id: ID
  func lines(in environment: EnvironmentValues) -> [String] { draw(content, in: environment.inside("\(id)")) }
}

struct Modified<Content: View, Modifier: ViewModifier>: View, Drawn {
  typealias Body = Never
  let content: Content
  let modifier: Modifier
  func lines(in environment: EnvironmentValues) -> [String] {
    update(modifier, from: environment)
    return draw(modifier.body(content: AnyView(content)), in: environment)
  }
}

extension View {
  public func environment<Value>(_ path: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) -> some View {
    Changed(content: self) { $0[keyPath: path] = value }
  }

  public func transformEnvironment<Value>(
    _ path: WritableKeyPath<EnvironmentValues, Value>, transform: @escaping (inout Value) -> Void
  ) -> some View {
    Changed(content: self) { transform(&$0[keyPath: path]) }
  }

  public func onAppear(perform action: (() -> Void)? = nil) -> some View { Appearing(content: self, action: action) }

  public func onDisappear(perform action: (() -> Void)? = nil) -> some View { Disappearing(content: self, action: action) }

  public func onChange<Value: Equatable>(of value: Value, initial: Bool = false, _ action: @escaping () -> Void) -> some View {
    Watching(content: self, value: value, action: action)
  }

  public func id<ID: Hashable>(_ id: ID) -> some View { Identified(content: self, id: id) }

  public func modifier(_ modifier: some ViewModifier) -> some View { Modified(content: self, modifier: modifier) }
}

// What an app begins with. A window group draws nothing here: the sample calls `draw` itself.

@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @SceneBuilder var body: Body { get }
  init()
}

extension App {
  public static func main() { _ = Self().body }
}

@MainActor @preconcurrency public protocol Scene {}

@MainActor @resultBuilder public enum SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: Scene {
  public init(@ViewBuilder content: () -> Content) { _ = content() }
  public init<Data: Hashable & Codable>(for type: Data.Type, @ViewBuilder content: @escaping (Binding<Data?>) -> Content) {
    _ = content(Binding(get: { nil }, set: { _ in }))
  }
}

@propertyWrapper public struct Binding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) { (self.get, self.set) = (get, set) }
  public init(projectedValue: Binding<Value>) { self = projectedValue }
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
  public var projectedValue: Binding<Value> { self }
}

// What surrounds a preview. There is no macro `#Preview` here: the sample calls `draw(traits:body:)`.

@MainActor @preconcurrency public protocol PreviewModifier {
  associatedtype Body: View
  associatedtype Context
  typealias Content = PreviewModifierContent
  static func makeSharedContext() async throws -> Context
  @ViewBuilder func body(content: Content, context: Context) -> Body
}

public struct PreviewModifierContent: View, Drawn {
  public typealias Body = Never
  let content: AnyView
  func lines(in environment: EnvironmentValues) -> [String] { draw(content, in: environment) }
}

public struct Preview {
  public struct ViewTraits {}
}

public struct PreviewTrait<T> {
  fileprivate let around: @MainActor (AnyView) async throws -> AnyView
}

extension PreviewTrait where T == Preview.ViewTraits {
  @MainActor public static func modifier(_ modifier: some PreviewModifier) -> PreviewTrait {
    PreviewTrait { try await wrap($0, in: modifier) }
  }
}

@MainActor private func wrap<Modifier: PreviewModifier>(_ content: AnyView, in modifier: Modifier) async throws -> AnyView {
  AnyView(modifier.body(content: PreviewModifierContent(content: content), context: try await Modifier.makeSharedContext()))
}

/// Draws a preview.
@MainActor public func draw(traits: PreviewTrait<Preview.ViewTraits>, body: @MainActor () -> any View) async throws -> [String] {
  draw(try await traits.around(AnyView(body())))
}
