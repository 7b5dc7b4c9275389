// SPDX-License-Identifier: Apache-2.0

/// Carries an object out of a lock, or into a closure that has to be Sendable.
// SAFETY: the tree never uses an object, it only compares identities, and a caller gets back an object that was put in. A closure that holds one is run by
// the call that made it, on the same thread.
struct HeldObject: @unchecked Sendable {
  let object: AnyObject

  init(_ object: AnyObject) { self.object = object }
}
