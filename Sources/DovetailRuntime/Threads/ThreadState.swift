// SPDX-License-Identifier: Apache-2.0

extension ThreadState {
  /// The parts.
  struct Content {
    /// The actor that is known to run a task's code on the thread, and the request whose value it keeps, by the number of those around it.
    var actor: (id: ObjectIdentifier, task: Int, keptRequest: Int?)?
    var requests: [RunningRequest] = []
    var members: [RunningMember] = []
    /// The lifetime that has noted what the thread makes; see ``Lifetime/beginMaking(_:)``.
    var making: ObjectIdentifier?
  }
}

extension ThreadState {
  /// How many requests and members may run inside each other, each in the factory of the one before: as many as fit on a small stack.
  private static let limit = 50

  /// How many do.
  private var depth: Int { with { $0.requests.count + $0.members.count } }

  private func checkDepth(_ source: any StepSource) throws(ResolutionError) {
    if depth >= ThreadState.limit { throw .tooDeep(source.step, limit: ThreadState.limit) }
  }
}

/// One request of a container that is running on a thread. Only requests of the program, a provider or a resolver are; the needs of a bind are none.
package struct RunningRequest {
  /// The bind that answers.
  package let source: any StepSource
  /// The innermost open scope around the request.
  let scope: ObjectIdentifier?
  let hasArguments: Bool
  /// What few requests share with those inside them; made on first use.
  package fileprivate(set) var state: AnyObject?

  package init(_ source: any StepSource, in scope: ObjectIdentifier?, hasArguments: Bool, _ state: AnyObject? = nil) {
    (self.source, self.scope, self.hasArguments, self.state) = (source, scope, hasArguments, state)
  }

  fileprivate func check(inside requests: [RunningRequest]) throws(ResolutionError) {
    if !hasArguments {
      for running in requests where running.source === source && running.scope == scope && !running.hasArguments {
        throw .reentered(source.step)
      }
    }
  }
}

// The running requests, each inside the factory of the one before it.
extension ThreadState {
  /// How many requests run around the innermost one; -1 when there are none.
  package var outerRequests: Int { with { $0.requests.count - 1 } }

  /// The innermost request.
  package var request: RunningRequest? { with { $0.requests.last } }

  /// Begins a request.
  ///
  /// - Throws: `ResolutionError` with code `.cycle` when it is running further out already, so that it would never end; with code `.tooDeep`.
  package func begin(_ request: consuming RunningRequest) throws(ResolutionError) {
    if depth > 0 {
      try request.check(inside: with { $0.requests })
      try checkDepth(request.source)
    }
    begin(part: request)
  }

  /// Ends the innermost request.
  ///
  /// - Returns: Its state, if it was the outermost one.
  @discardableResult
  package func endRequest() -> AnyObject? {
    with { content in
      let ended = content.requests.removeLast()
      // What completes the request is other code.
      if content.actor?.keptRequest == content.requests.count { content.actor?.keptRequest = nil }
      return content.requests.isEmpty ? ended.state : nil
    }
  }

  /// The state of the outermost request, made on first use; `nil` outside every request.
  package func outermostState(_ make: () -> AnyObject) -> AnyObject? {
    guard let outermost = with({ $0.requests.first }) else { return nil }
    if let state = outermost.state { return state }
    let state = make()
    with { $0.requests[0].state = state }
    return state
  }
}

/// One member of a component that a thread is making.
package struct RunningMember {
  /// The member; only `DovetailComponents` knows its class.
  package let member: any StepSource
  /// What identifies the innermost asynchronous build around it; the running task holds that.
  package let task: ObjectIdentifier?
  /// When the outermost build around it began.
  package let moment: Int

  package init(_ member: any StepSource, in task: ObjectIdentifier?, since moment: Int) {
    (self.member, self.task, self.moment) = (member, task, moment)
  }
}

// The members of components that are being made, each inside the factory of the one before it.
extension ThreadState {
  /// The members, the outermost first.
  package var members: [RunningMember] { with { $0.members } }

  /// Notes that a member is being made.
  ///
  /// - Throws: `ResolutionError` with code `.tooDeep`.
  package func begin(_ member: RunningMember) throws(ResolutionError) {
    try checkDepth(member.member)
    with { $0.members.append(member) }
  }

  package func endMember() { with { _ = $0.members.removeLast() } }

  /// The lifetime for which the thread makes a value.
  var making: ObjectIdentifier? { with { $0.making } }

  func note(making lifetime: ObjectIdentifier?) { with { $0.making = lifetime } }
}

// The actor that runs the thread's code.
extension ThreadState {
  /// Whether an actor is known to run the thread's code; see ``ActorWitness``.
  ///
  /// An immediate task runs on the thread of the code that begins it, and not on its actor.
  func isRun(by actor: any Actor) -> Bool {
    with { content in content.actor.map { $0.id == ObjectIdentifier(actor) && $0.task == TaskID.current } ?? false }
  }

  /// Whether an actor keeps the value of the innermost request.
  package func keeps(_ actor: any Actor) -> Bool {
    with { content in
      content.actor.map { $0.id == ObjectIdentifier(actor) && $0.keptRequest == content.requests.count - 1 } ?? false
    }
  }

  /// Runs a closure while it is known that an actor runs the thread's code. The caller holds the actor.
  ///
  /// - Parameter request: How many requests run around the one whose value the actor keeps; `nil` if there is none.
  package func isolated<Result, Failure: Error>(
    to actor: any Actor, keeping request: Int? = nil, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = with { $0.actor }
    with { $0.actor = (ObjectIdentifier(actor), TaskID.current, request) }
    defer { with { $0.actor = before } }
    return try body()
  }

  /// Runs code of the program before a request: no actor keeps what that code resolves.
  package func unclaimed<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let before = with { $0.actor }
    with { $0.actor?.keptRequest = nil }
    defer { with { $0.actor = before } }
    return try body()
  }
}
