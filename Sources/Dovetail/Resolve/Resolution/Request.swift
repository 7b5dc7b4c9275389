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
