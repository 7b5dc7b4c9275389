// SPDX-License-Identifier: Apache-2.0
@_exported public import DovetailRuntime

/// A graph that the Swift compiler checks: a class whose properties and methods are the objects.
///
/// ```swift
/// final class Garage: Component, Sendable {
///   let instances = Instances()
///   let frequency: Double                                    // an input is a stored property
///   init(frequency: Double) { self.frequency = frequency }
///
///   var engine: any Engine { single((any Engine).self) { HybridEngine() } }
///   var radio: Radio { transient { Radio(frequency: frequency) } }
///   var car: Car { single { Car(engine: engine, radio: radio) } }
/// }
/// ```
///
/// A need of a member is a member of the same component, a member of a stored component, or an input; if it compiles, it is wired. A member is made when it is
/// read. `single`, `transient` and `weak` say how often.
///
/// A component class is `final`: what an extension of a protocol declares is made once for each static type through which the component is read.
///
/// A component that several tasks read says that it is `Sendable`. A class that is isolated to the main actor, or an actor, may be a component
/// too; its members may then hold values that are not `Sendable`. In a module whose default isolation is the main actor, a component is on the
/// main actor without a word, unless it says `nonisolated`.
public protocol Component: AnyObject, ComponentPart {}

/// A type that may declare members of a component: the component itself, or a value that groups some of them.
///
/// ```swift
/// struct MainModule: ComponentPart {
///   let app: AppComponent
///   var instances: Instances { app.instances }
///
///   var store: Store { single { Store() } }
/// }
///
/// extension AppComponent { var main: MainModule { MainModule(app: self) } }
/// ```
///
/// Members of parts of two types never mix, whatever they are called. Two values of one part type have the same members, made with what the first one
/// holds. Tell them apart by a key, `single(key: size) { … }`, or by a generic parameter of the part.
public protocol ComponentPart {
  /// The instances of the component; for a part those of the component that it belongs to.
  nonisolated var instances: Instances { get }
}

/// A component that is not kept alive: for parts that the component itself stores.
///
/// ```swift
/// final class MainModule: ComponentPart, Sendable {
///   let app: WeakComponent<AppComponent>
///   var instances: Instances { app.instances }
/// }
/// ```
public struct WeakComponent<Owner: Component> {
  private weak let owner: Owner?

  /// Refers to a component without keeping it.
  public init(_ owner: Owner) { self.owner = owner }

  /// The component.
  ///
  /// - Throws: `ResolutionError` with code `.closed` when the component has been released.
  public func get() throws(ResolutionError) -> Owner {
    guard let owner else {
      let key = Graph.Key(type: TypeName(Owner.self))
      throw ResolutionError(
        .closed, key, "a part of the component \(key.quoted) was read after the component was released",
        help: "hold the component as long as its parts, or let the part hold it strongly")
    }
    return owner
  }

  /// The component; stops the program with the text of ``get()``'s error when the component has been released.
  public func callAsFunction() -> Owner { orTrap { try get() } }

  /// The instances of the component.
  public var instances: Instances { self().instances }
}

extension WeakComponent: Sendable where Owner: Sendable {}

extension ComponentPart {
  /// Closes the component: runs the `onClose` of its members in reverse order of creation, once, whatever fails.
  ///
  /// A later read throws `ResolutionError` with code `.closed` if the member's factory may throw any error; otherwise the program ends with that text. A member
  /// that cannot throw and was being made when the closing began is given out all the same, and closes with the component. An `onClose` may read the members
  /// that were shared before and are not closed yet. A second close does nothing. A component that is never closed releases its shared values, unless an
  /// `onClose` captures it: then it stays. Inside `withOverrides(_:)`, what was made there closes first.
  ///
  /// - Throws: `CloseError` with every error of `onClose`. With reason `.unawaited`, and the component still open, when a value in it is closed asynchronously.
  public func close() throws(CloseError) {
    let instances = instances
    instances.note(closer: Self.self)
    if !Detours.isQuiet { try CloseError.refuse(Overlay.awaitedStep(of: instances), of: instances.name(closedBy: Self.self)) }
    try instances.closeAtOnce()
  }

  /// Closes the component as the synchronous form does, and awaits the asynchronous `onClose` closures.
  ///
  /// Cancelling the running task does not stop the closing, and is not visible in an `onClose` that awaits.
  ///
  /// - Throws: `CloseError` with every error of `onClose`.
  public nonisolated(nonsending) func close() async throws(CloseError) {
    let instances = instances
    instances.note(closer: Self.self)
    try await instances.closeAwaiting()
  }

  /// Whether the component has closed.
  public nonisolated var isClosed: Bool { instances.isClosed }

  /// Runs a closure that reads members, unless the component has closed. A binding of a container reads members so, because it may be used
  /// after the closing.
  ///
  /// ```swift
  /// Bind { try garage.whileOpen { garage.spare } }.named("spare")
  /// ```
  ///
  /// `try await close()` waits until the closure has returned; the synchronous `close()` throws `CloseError` with reason `.building`
  /// meanwhile.
  ///
  /// - Parameter get: Reads the members.
  /// - Returns: The closure's result.
  /// - Throws: `ResolutionError` with code `.closed` when the component has closed.
  public nonisolated func whileOpen<Value>(_ get: () -> Value) throws(ResolutionError) -> Value {
    let (instances, key) = (instances, Graph.Key(type: TypeName(Value.self)))
    let read = ResolutionError.Step(member: key, in: .transient, of: Self.self, at: .unknown)
    guard let note = instances.lifetime.beginMaking(read) else { throw .closed(instances.closeOwner.description, key) }
    defer { instances.lifetime.endMaking(note) }
    return get()
  }
}
