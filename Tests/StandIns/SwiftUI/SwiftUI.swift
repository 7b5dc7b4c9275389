// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
//
// The little of SwiftUI that DovetailSwiftUI and Sample.swift touch, with the isolation and the signatures that Apple's documentation
// gives, for machines that do not have it. Views are drawn as lines of text, once per call of `draw`.

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

  public init() {}

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

/// Lets the properties of a view, and theirs in turn, read the environment.
private func update(_ properties: Any, from environment: EnvironmentValues) {
  for (_, property) in Mirror(reflecting: properties).children {
    if let reader = property as? any EnvironmentReader { reader.read(environment) }
    if property is any DynamicProperty { update(property, from: environment) }
  }
}

@propertyWrapper public struct State<Value>: DynamicProperty {
  private final class Box { var value: Value; init(_ value: Value) { self.value = value } }
  private let box: Box
  public init(wrappedValue: Value) { box = Box(wrappedValue) }
  public init(initialValue: Value) { box = Box(initialValue) }
  @MainActor public var wrappedValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
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

public struct TupleView<each Content: View>: View, Drawn {
  public typealias Body = Never
  let content: (repeat each Content)
  func lines(in environment: EnvironmentValues) -> [String] {
    var lines: [String] = []
    for view in repeat each content { lines += draw(view, in: environment) }
    return lines
  }
}

public enum Either<First: View, Second: View>: View, Drawn {
  public typealias Body = Never
  case first(First)
  case second(Second)
  func lines(in environment: EnvironmentValues) -> [String] {
    switch self {
    case .first(let view): draw(view, in: environment)
    case .second(let view): draw(view, in: environment)
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
    defer { action?() }
    return draw(content, in: environment)
  }
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
}
