// SPDX-License-Identifier: Apache-2.0

/// An observer that also receives the objects that factories make; not public, because an observer that keeps one extends its lifetime.
package protocol InstanceObserver: Observer {
  /// Takes an object that a factory or a decorator returned, right after its event ``Event/Kind/created(in:)``.
  ///
  /// The object may come again, through a bind that only passes it on.
  func observe(_ instance: AnyObject, of subject: Event.Subject)
}
