// SPDX-License-Identifier: Apache-2.0
public import DovetailRuntime
internal import Synchronization

/// The values that a component has made: the only property that every component must store.
///
/// ```swift
/// final class Garage: Component, Sendable {
///   let instances = Instances()
/// }
/// ```
///
/// The release of the component releases its shared values. See `close()` of ``ComponentPart`` for members that have to be closed first.
public final class Instances: Sendable {
  /// The generations; nearly all components have one.
  // Inert: every replacer of the newest one holds it.
  private struct State: Inert {
    var newest: Generation
    /// Whether there was a read in the newest one.
    var isRead = false
    /// The generations before it, the oldest first: builds may be running in them.
    var older: [Generation] = []
    /// What closes the component, once it closes: the component itself, or a part of it.
    var closer: (any Any.Type)?
    /// The values of replacements that are registered to close, here or outside, by their objects; by the replacement where a given
    /// value is no object.
    var closed: [ObjectIdentifier: Cell] = [:]
  }

  /// A place in a `withOverrides(_:)`, which holds its layers.
  private struct Layer: Sendable {
    unowned let overlay: Overlay
    let replaced: Instances
  }

  /// That of the component, also in a `withOverrides(_:)`.
  package let lifetime: Lifetime
  /// The observers of made and closed values; `nil` if there are none.
  let observers: ObserverList?
  /// Notes the reads; `nil` if they are not noted.
  let log: Observations?
  /// Where these instances belong to, if they replace others in a `withOverrides(_:)`.
  private let inside: Layer?
  /// Where reads look first, while there is nothing else to look at.
  private let first: Generation
  private let isDetoured: Atomic<Bool>
  private let isOpened = Atomic<Bool>(false)
  private let state: Lock<State>

  /// Creates the instances of a component that has made nothing yet.
  ///
  /// - Parameters:
  ///   - observing: Whether reads are noted, for ``ComponentPart/graph(fileID:line:column:)``. They take longer then.
  ///   - observers: Called for every member that is made, for every `onClose` that has run, and for the end of the component. Reads take longer with an observer.
  public convenience init(observing: Bool = false, observers: [any Observer] = []) {
    self.init(noting: observing ? Observations() : nil, ObserverList(observers), inside: nil)
    // The lifetime closes in reverse order: the first entry is the last to close.
    guard let observers = self.observers else { return }
    _ = lifetime.add(notice: { [weak self] failures, duration in
      guard let self, let closer = state.withLock({ $0.closer }) else { return }
      let subject = Event.Subject(component: TypeName(component(closedBy: closer) ?? closer))
      observers.ended(.closed, of: subject, name(closedBy: closer), failures, after: duration)
    })
  }

  /// Creates the replacement of other instances inside a `withOverrides(_:)`.
  convenience init(over outer: Instances, in overlay: Overlay) {
    self.init(noting: outer.log, outer.observers, inside: Layer(overlay: overlay, replaced: outer))
  }

  private init(noting log: Observations?, _ observers: ObserverList?, inside: Layer?) {
    (self.log, self.observers, self.inside) = (log, observers, inside)
    lifetime = inside?.replaced.lifetime ?? Lifetime()
    first = Generation(replacing: inside?.replaced.newest.replacements ?? [:], noting: log)
    isDetoured = Atomic(log != nil || observers != nil || inside != nil)
    state = Lock(State(newest: first))
  }

  // MARK: The short way

  /// The member at a place, when a read of it has to look at nothing else.
  @inline(__always)
  func find(
    _ owner: any Any.Type, _ value: any Any.Type, _ name: UInt, _ file: UInt, _ line: UInt, _ column: UInt
  ) -> Member? {
    if isDetoured.load(ordering: .acquiring) || !Detours.isQuiet { return nil }
    return first.find(Spot(owner, value, name, file, line, column))
  }

  /// Where the value of a `single` member lies, when it is ready and the read has to look at nothing else.
  @usableFromInline
  func ready(
    _ owner: any Any.Type, _ value: any Any.Type, _ name: UInt, _ file: UInt, _ line: UInt, _ column: UInt
  ) -> Address? {
    let member = find(owner, value, name, file, line, column)
    #if DEBUG
      // The long way tells that arguments are ignored.
      if member?.site.takesArguments == true { return nil }
    #endif
    return member?.cell?.ready
  }

  // MARK: Generations

  /// All generations, the oldest first.
  private var generations: [Generation] { state.withLock { $0.older + [$0.newest] } }

  /// The newest generation, for callers that do not read in it.
  var newest: Generation { state.withLock { $0.newest } }

  /// The generation that reads of a moment belong to, which stays as long as the instances.
  func generation(at moment: Int) -> Generation {
    // No lock while there is only one, and a read of it has been noted.
    if !isDetoured.load(ordering: .acquiring), !first.isEmpty { return first }
    return state.withLock { state in
      if state.newest.birth.load(ordering: .relaxed) <= moment || state.older.isEmpty {
        state.isRead = true
        return state.newest
      }
      return state.older.last { $0.birth.load(ordering: .relaxed) <= moment } ?? state.older[0]
    }
  }

  /// Lets reads belong to a generation that was made after the newest one.
  ///
  /// - Returns: Whether they do; `false` when another generation has become the newest meanwhile.
  func begin(_ generation: Generation, after last: Generation) -> Bool {
    state.withLock { state in
      guard state.newest === last else { return false }
      // Before the moment: builds that begin in it must not take the short way any more.
      isDetoured.store(true, ordering: .releasing)
      // A generation without reads has no values to keep, and no readers who could notice the change; but it may have given values.
      if state.isRead || !last.replacements.isEmpty { state.older.append(last) }
      let birth = state.isRead ? Detours.nextMoment() : last.birth.load(ordering: .relaxed)
      generation.birth.store(birth, ordering: .relaxed)
      (state.newest, state.isRead) = (generation, !generation.isEmpty)
      return true
    }
  }

  /// Begins a generation with the replacements of the newest one.
  func renew() {
    while case let last = newest, !begin(Generation(replacing: last.replacements, isRenewed: true, noting: log), after: last) {}
  }

  /// The members whose shared value is a given object, in all generations, and in the one that a running override makes.
  func members(holding value: Any) -> [Member] {
    guard let object = objectHeld(by: value) else { return [] }
    let all = generations + [Override.generation(of: self)].compactMap { $0 }
    return all.flatMap(\.members).filter { $0.value.flatMap(objectHeld) === object }
  }

  /// The newest instance of a member that is made and not closed yet, here or outside of a `withOverrides(_:)`.
  func alive(_ read: MemberRead) -> Member? {
    generations.reversed().lazy.map { $0.member(read).member }.first(where: \.isAlive) ?? inside?.replaced.alive(read)
  }

  /// The newest instance of a member that is made here with the same replacement, or none, and not closed yet.
  func alive(_ read: MemberRead, like member: Member) -> Member? {
    generations.reversed().lazy.map { $0.member(read).member }.first { $0.isAlive && $0.replacement === member.replacement }
  }

  /// The instances that close a value: for a given one those that it was given to, here or outside.
  func receiver(of replacement: Replacement) -> Instances {
    guard replacement.given != nil, let outer = inside?.replaced,
      outer.generations.contains(where: { $0.replacements.values.contains { $0 === replacement } })
    else { return self }
    return outer.receiver(of: replacement)
  }

  /// Lets the owner of a value just read close it: an object, or a given value, the first time only.
  ///
  /// - Parameter add: Registers the closing, before anybody else is given the value: what is made of that closes before it.
  func close(_ value: Any, of replacement: Replacement, _ add: () -> Void) {
    let object = objectHeld(by: value)
    if replacement.given == nil {
      if object == nil { return add() }
      // What its factory has taken from a member, or has made outside, closes there.
      if members(holding: value).contains(where: \.closesValue) || isHeldOutside(value) { return }
    }
    let (id, cell) = (ObjectIdentifier(object ?? replacement), Cell(holding: value))
    state.withLock { state in
      if state.closed[id] != nil { return }
      state.closed[id] = cell
      add()
    }
  }

  /// Whether an object was made, or given, outside of the `withOverrides(_:)` that these instances belong to.
  func isHeldOutside(_ value: Any) -> Bool {
    guard let outer = inside?.replaced, let object = objectHeld(by: value) else { return false }
    if !outer.members(holding: value).isEmpty || outer.isHeldOutside(value) { return true }
    return outer.newest.replacements.values.contains { $0.given.flatMap(objectHeld) === object }
  }
}

// How it closes, and what it is called.
extension Instances: Closing {
  var isClosed: Bool { lifetime.isClosed }

  package var closeOwner: CloseOwner { .named { [self] in closer.map { name(closedBy: $0) } ?? "the component" } }

  /// Sends every read the long way, which knows that the component has closed.
  package func shut() { isDetoured.store(true, ordering: .releasing) }

  package func unshut() {
    state.withLock {
      isDetoured.store(log != nil || observers != nil || inside != nil || $0.newest !== first, ordering: .releasing)
    }
  }

  package func takeOthers() -> PendingCloses { Detours.isQuiet ? PendingCloses() : Overlay.closing(of: self) }

  package func letGoAfterClosing() {}

  /// Remembers how to close a value.
  ///
  /// - Returns: Whether it will be closed; `false` when the component has closed already: the caller has to close it then.
  func add(_ entry: CloseEntry) -> Bool { inside?.overlay.add(entry, in: self) ?? lifetime.add(entry) }

  /// Closes the parts made before the component with it, after everything else; see ``Component/open(_:)``. A closed component does not take them.
  ///
  /// - Returns: Whether these are the first.
  func keep(_ parts: Lifetime) -> Bool {
    guard !isOpened.exchange(true, ordering: .relaxed) else { return false }
    // An observer's notice of the end is the last to run.
    lifetime.add({ parts.end() }, after: observers == nil ? 0 : 1)
    return true
  }

  /// Notes what closes the component: a type of a component, or of a part.
  func note(closer type: any Any.Type) { state.withLock { $0.closer = $0.closer ?? type } }

  private var closer: (any Any.Type)? { state.withLock { $0.closer ?? inside?.replaced.closer } }

  /// The type of the component. A part does not tell it; the component's own members do, once one was read.
  ///
  /// - Returns: `nil` when a part closes the component, and no member of the component itself was read.
  private func component(closedBy closer: any Any.Type) -> (any Any.Type)? {
    if closer is any Component.Type { return closer }
    return generations.flatMap(\.members).last { $0.site.owner is any Component.Type }?.site.owner
  }

  /// The component as errors call it.
  func name(closedBy closer: any Any.Type) -> String {
    if let component = component(closedBy: closer) { return CloseOwner.component(component).description }
    return "the component of its part '\(TypeName(closer))'"
  }
}
