// SPDX-License-Identifier: Apache-2.0

/// What this package knows about the code that one thread runs. Only that thread touches it.
package final class ThreadState {
  private static let key = ThreadKey()

  /// The running thread's state.
  package static var current: ThreadState { key.state }

  /// The actor that runs the thread's code, where the compiler says so; see ``ActorWitness``.
  package var actor: ObjectIdentifier?
  /// The actor that keeps the value of one request, and how many requests run around that one.
  package var claim: (actor: ObjectIdentifier?, outer: Int) = (nil, 0)
  /// The running requests of containers, each inside the factory of the one before it.
  package var requests: [RunningRequest] = []
  /// The members of components that are being made, each inside the factory of the one before it.
  package var members: [RunningMember] = []
}

/// One request of a container that is running on a thread. Only requests of the program, a provider or a resolver are; the needs of a bind are none.
package struct RunningRequest {
  /// The bind that answers.
  package let source: any StepSource
  /// The innermost open scope around the request.
  package let scope: ObjectIdentifier?
  package let hasArguments: Bool
  /// What few requests share with those inside them; made on first use.
  package var state: AnyObject?

  package init(_ source: any StepSource, in scope: ObjectIdentifier?, hasArguments: Bool, _ state: AnyObject? = nil) {
    (self.source, self.scope, self.hasArguments, self.state) = (source, scope, hasArguments, state)
  }
}

/// One member of a component that a thread is making.
package struct RunningMember {
  /// The member; only `DovetailComponents` knows its class.
  package let member: AnyObject
  /// What identifies the innermost asynchronous build around it; the running task holds that.
  package let task: ObjectIdentifier?
  /// When the outermost build around it began.
  package let moment: Int

  package init(_ member: AnyObject, in task: ObjectIdentifier?, since moment: Int) {
    (self.member, self.task, self.moment) = (member, task, moment)
  }
}
