// SPDX-License-Identifier: Apache-2.0

/// One request that is running on this thread.
///
/// Only requests of the program, a provider or a resolver have a frame; the needs of a binding have none.
struct Frame {
  typealias Pointer = UnsafeMutablePointer<Frame>

  let slot: Unheld<Slot>
  let scope: ObjectIdentifier?
  let hasArguments: Bool
  /// The request in whose factory this one runs.
  let outer: Pointer?
  var isBuildingAhead = false
  /// The state of the few requests that need one; made on first use.
  var state: RequestState?

  /// The options of the innermost request's caller, if they are for this key: requested by the caller, or by an extension instead.
  static func options(for key: Graph.Key) -> RequestOptions {
    guard let frame = FrameStack.current.innermost, frame.pointee.slot.object.step.key == key else {
      return RequestOptions()
    }
    if let options = frame.pointee.state?.options, !options.isEmpty { return options }
    guard let outer = frame.pointee.outer?.pointee.state, outer.redirected == key else { return RequestOptions() }
    return outer.options
  }

  /// Notes that an extension answers the innermost request with another bind, which gets the caller's options too.
  static func redirect(to key: Graph.Key, _ options: RequestOptions) {
    guard !options.isEmpty, let frame = FrameStack.current.innermost else { return }
    if frame.pointee.state == nil { frame.pointee.state = RequestState(options: options) }
    frame.pointee.state?.redirected = key
  }

  /// The trace of the outermost request; `nil` outside every request.
  static var trace: RequestTrace? { outermost?.tracing }

  /// The `.graph` instances on this thread, until the outermost request returns; `nil` outside every request.
  static var graph: GraphInstances? { outermost?.graph }

  /// The state of the outermost request on this thread.
  private static var outermost: RequestState? {
    guard let frame = FrameStack.current.outermost else { return nil }
    if let state = frame.pointee.state { return state }
    let state = RequestState()
    frame.pointee.state = state
    return state
  }
}

extension Interception {
  /// The facts about the innermost request on this thread.
  package init(of key: Graph.Key, declared: RequestOptions, isMaking: Bool) {
    self.init(key: key, options: Frame.options(for: key), declared: declared, isMaking: isMaking)
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
  /// The key with which an extension answers the request instead.
  var redirected: Graph.Key?
  /// The innermost asynchronous build that is part of the request.
  var link: AsyncLink?
  /// Whether everything that it has to await is built, or being built.
  var isPrepared = false
  /// Whether it builds a need that the bind of the running build declares.
  let isDeclared: Bool
  /// Whether it is the build of a shared value: that waits for the needs of its bind.
  let isOfBuild: Bool

  init(isDeclared: Bool = false, isOfBuild: Bool) {
    (self.isDeclared, self.isOfBuild, options) = (isDeclared, isOfBuild, RequestOptions())
  }

  package init(trace: RequestTrace? = nil, options: RequestOptions = RequestOptions()) {
    self.trace = trace
    self.options = options
    (isDeclared, isOfBuild) = (false, false)
  }

  /// Completes the values of the request, or those of a failed one that outlive it.
  @inline(never)
  func end(isFinished: Bool) { if isFinished { trace?.complete() } else { trace?.abandon() } }

  /// The trace, begun on first use.
  package var tracing: RequestTrace {
    if let trace { return trace }
    let trace = RequestTrace()
    self.trace = trace
    return trace
  }
}
