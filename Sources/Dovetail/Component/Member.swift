// SPDX-License-Identifier: Apache-2.0
public import Synchronization

/// One member of one generation of a component, and for a member with a key one of its instances: it is what the member shares.
///
/// The value of a synchronous `single` is its own; what is shared in another way has something of its own for that.
// SAFETY: as in Instance; what it adds is constant or atomic, and Sendable.
@usableFromInline
final class Member: Instance, @unchecked Sendable {
  @usableFromInline let site: MemberSite
  let key: MemberKey?
  let scope: MemberScope
  /// What shares the value of a `weak` member, or of one that is made asynchronously.
  let sharing: (any AnyObject & Sendable)?
  let replacement: Replacement?
  /// Whether the member is a method that is given something.
  let takesArguments: Bool
  /// Whether a transient member has run to its end, so that it is in no cycle, and is replaced by nothing: it takes part in nothing then.
  @usableFromInline let isSettled = Atomic<Bool>(false)
  /// Whether a transient member has read itself with other arguments: that must be seen, because the stack may end.
  private let isRecursive = Atomic<Bool>(false)

  init(
    _ site: MemberSite, _ key: MemberKey?, in scope: MemberScope, _ sharing: (any AnyObject & Sendable)?,
    _ replacement: Replacement?
  ) {
    self.site = site
    self.key = key
    self.scope = scope
    self.sharing = sharing
    self.replacement = replacement
    takesArguments = site.takesArguments
    super.init(of: site.value)
  }

  /// Where a table looks for it first.
  var hash: UInt { Member.hash(site, key) }

  static func hash(_ site: MemberSite, _ key: MemberKey?) -> UInt {
    key.map { site.hash &+ UInt(bitPattern: $0.hashValue) } ?? site.hash
  }

  /// The member as errors call it.
  var step: ResolutionError.Step { site.step(in: scope) }

  func noteRecursion() { isRecursive.store(true, ordering: .relaxed) }

  /// Notes that a transient member has run to its end.
  func settle() {
    if replacement == nil, !isRecursive.load(ordering: .relaxed) { isSettled.store(true, ordering: .releasing) }
  }

  /// Where the value of a single member is, once it is made.
  var value: UnsafeMutableRawPointer? { sharing == nil ? memory : (sharing as? Instance)?.memory }

  /// Whether an object is the shared value.
  func holds(_ object: AnyObject) -> Bool { value?.boxedValue(of: site.value) as AnyObject? === object }
}
