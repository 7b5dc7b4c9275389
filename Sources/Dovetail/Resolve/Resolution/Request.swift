// SPDX-License-Identifier: Apache-2.0

/// Runs the requests of the program, a provider or a resolver. The needs of a bind are no requests.
package enum Request {
  /// - Parameter state: The parent object of the value and the options for extensions, if there are any.
  package static func run<Value>(
    _ slot: Slot, in context: Context, _ arguments: Arguments? = nil, _ state: RequestState? = nil
  ) throws(ResolutionError) -> Value {
    if let ready = slot.cell?.ready { return ready.copy() }
    let thread = ThreadState.current
    try thread.begin(RunningRequest(slot, in: context.scopeID, hasArguments: arguments != nil, state))
    do throws(ResolutionError) {
      let value: Value = try slot.value(context, arguments)
      thread.end()?.end(isFinished: true)
      return value
    } catch {
      thread.end()?.end(isFinished: false)
      throw error
    }
  }

  /// The same with arguments in boxes, or without.
  static func run<Value>(
    _ slot: Slot, in context: Context, boxed arguments: [any Sendable]?
  ) throws(ResolutionError) -> Value {
    try Arguments.keeping(boxed: arguments, for: slot) { arguments throws(ResolutionError) in
      try run(slot, in: context, arguments)
    }
  }

  /// Runs a synchronous part of an asynchronous request: the state of the whole request is shared with the requests on this thread.
  static func part<Value>(
    of slot: Slot, _ context: Context, _ state: RequestState, _ body: () throws(ResolutionError) -> Value
  ) throws(ResolutionError) -> Value {
    let thread = ThreadState.current
    thread.begin(part: RunningRequest(slot, in: context.scopeID, hasArguments: false, state))
    defer { thread.endRequest() }
    return try body()
  }
}

extension ThreadState {
  /// Ends the innermost request, and returns its shared state if it was the outermost one.
  fileprivate func end() -> RequestState? { endRequest().map { known($0) } }

  /// The state of the outermost request on this thread; `nil` outside every request.
  private var outermost: RequestState? { outermostState { RequestState() }.map { known($0) } }

  /// The trace of the outermost request; `nil` outside every request.
  var trace: RequestTrace? { outermost?.tracing }

  /// The `.graph` instances on this thread, until the outermost request returns; `nil` outside every request.
  var graph: GraphInstances? { outermost?.graph }

  /// The options of the innermost request's caller, if they are for this key: requested by the caller, or by an extension instead.
  func options(for key: Graph.Key) -> RequestOptions {
    guard let innermost = request, innermost.source.step.key == key else { return RequestOptions() }
    return (innermost.state as? RequestState)?.options ?? RequestOptions()
  }
}

extension Interception {
  /// The facts about the innermost request on this thread.
  init(of key: Graph.Key, declared: RequestOptions, isMaking: Bool) {
    self.init(key: key, options: ThreadState.current.options(for: key), declared: declared, isMaking: isMaking)
  }
}

/// The state that a request shares with those inside it. Stays on the thread of that request.
package final class RequestState {
  /// The `.graph` instances.
  private(set) lazy var graph = GraphInstances()
  /// The values being made, and their requesters, when a container traces them.
  private(set) var trace: RequestTrace?
  /// The caller's options for the extensions.
  let options: RequestOptions
  /// The innermost asynchronous build that is part of the request.
  var activation: AsyncActivation?
  /// Whether everything that it has to await is built, or being built.
  var isPrepared = false
  /// Whether it builds a need that the bind of the running build declares.
  let isDeclared: Bool
  /// Whether it is the build of a shared value: that waits for the needs of its bind.
  let isOfBuild: Bool

  package init(
    trace: RequestTrace? = nil, options: RequestOptions = RequestOptions(), isDeclared: Bool = false, isOfBuild: Bool = false
  ) { (self.trace, self.options, self.isDeclared, self.isOfBuild) = (trace, options, isDeclared, isOfBuild) }

  /// Completes the values of the request, or those of a failed one that outlive it.
  func end(isFinished: Bool) { if isFinished { trace?.complete() } else { trace?.abandon() } }

  /// The trace, begun on first use.
  var tracing: RequestTrace {
    if let trace { return trace }
    let trace = RequestTrace()
    self.trace = trace
    return trace
  }
}

/// The actor that keeps the values of one request, and runs the code that makes it.
///
/// A value that is not Sendable and belongs to an actor is for such requests only. Two kinds of code make them: code whose isolation the compiler
/// passes on with the request, so that the result stays in it, and the factories of the actor with their needs. To run on the actor is not
/// enough: code of no actor may be called there, and may send the value elsewhere. So a claim is for one request, and not for those inside it.
package enum ActorClaim {
  /// Whether an actor keeps the value of the innermost request.
  static func holds(for actor: any Actor) -> Bool { ThreadState.current.keeps(actor) }

  /// Makes a request whose value stays on the actor, if there is one.
  package static func request<Value>(
    on actor: isolated (any Actor)?, _ body: () throws(ResolutionError) -> Value
  ) throws(ResolutionError) -> Value {
    guard let actor else { return try body() }
    let thread = ThreadState.current
    return try thread.isolated(to: actor, keeping: thread.outerRequests + 1, body)
  }

  /// Makes what the innermost request needs, by code of the actor, if there is one. The actor runs the calling code.
  static func needs<Value>(of actor: (any Actor)?, _ body: () throws -> Value) rethrows -> Value {
    guard let actor else { return try body() }
    let thread = ThreadState.current
    return try thread.isolated(to: actor, keeping: thread.outerRequests, body)
  }

  /// Makes a request that answers the innermost one in its place. Where an actor keeps the value of that one, it keeps this one, too.
  static func redirected<Value>(for actor: (any Actor)?, _ body: () throws -> Value) rethrows -> Value {
    let thread = ThreadState.current
    guard let actor, thread.keeps(actor) else { return try body() }
    return try thread.isolated(to: actor, keeping: thread.outerRequests + 1, body)
  }
}

/// The instances of one outermost request. Stays with that request, on one thread or in one task.
final class GraphInstances {
  /// An instance belongs to the open scope in which it was made, or to the container, and to the scope that is open around the code: its dependencies may live
  /// there.
  private struct ID: Hashable {
    let slot: ObjectIdentifier
    let scope: ObjectIdentifier?
    let around: ObjectIdentifier?

    init(_ slot: Slot, _ context: Context) {
      (self.slot, scope) = (ObjectIdentifier(slot), context.scopeID)
      around = OpenScope.current.map { ObjectIdentifier($0) }
    }
  }

  /// Each value, `nil` while it is being made, and its scopes: held, so that no later scope can have the identity of one.
  private var instances: [ID: (made: Cell?, scope: OpenScope?, around: OpenScope?)] = [:]

  /// Begins to make an instance, unless it exists.
  ///
  /// - Returns: The instance; `nil` when the caller has to make it, and then to call ``end(_:in:with:)``.
  /// - Throws: `ResolutionError` with code `.cycle` when it is being made.
  func begin(_ slot: Slot, in context: Context) throws(ResolutionError) -> Cell? {
    let id = ID(slot, context)
    guard let known = instances[id] else {
      instances[id] = (nil, context.scope, OpenScope.current)
      return nil
    }
    guard let made = known.made else { throw .reentered(slot.step) }
    return made
  }

  /// Keeps the instance, or forgets one that could not be made, so that it may be tried again.
  func end(_ slot: Slot, in context: Context, with made: Cell?) {
    instances[ID(slot, context)] = made.map { ($0, context.scope, OpenScope.current) }
  }
}
