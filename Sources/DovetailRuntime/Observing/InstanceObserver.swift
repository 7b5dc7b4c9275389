// SPDX-License-Identifier: Apache-2.0

/// An observer that is also shown the objects that factories make; not public, because whoever keeps one changes how long it lives.
package protocol InstanceObserver: Observer {
  /// Takes an object that a factory or a decorator returned, right after its event ``Event/Kind/created(in:)``.
  ///
  /// The object may come again, through a bind that only passes it on.
  func observe(_ instance: AnyObject, of subject: Event.Subject)
}
