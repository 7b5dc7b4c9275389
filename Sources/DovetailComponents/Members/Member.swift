// SPDX-License-Identifier: Apache-2.0
public import DovetailRuntime
public import Synchronization

/// One member of one generation of a component, and for a member with a key one of its instances: it holds the shared value.
///
/// It is the head of a block, which its generation frees. The value of a synchronous `single` lies behind it; every other shared value has its own storage.
@usableFromInline
package struct Member: ~Copyable {
  @usableFromInline typealias Handle = Block<Member>
  /// Closes a value without awaiting. Stored in the member: an ``OnClose`` for each member would be most of the cost of a component that lives for one request.
  @usableFromInline package typealias CloseBody = @Sendable (Address) throws -> Void

  @usableFromInline let site: MemberSite
  @usableFromInline let place = SharedPlace()
  /// Whether a transient member has run to its end without a replacement: it is in no cycle then, and its reads skip the checks.
  @usableFromInline let isSettled = Atomic<Bool>(false)
  let scope: MemberScope
  /// Whether the value behind the member is known to be an object, which is released without a look at its type.
  let isObject: Bool
  /// The alignment of the value behind the member; 1 when there is none.
  fileprivate let roomAlignment: UInt32
  let key: MemberKey?
  /// The owner.
  let generation: Unheld<Generation>
  /// The storage of a `weak` member, or of one that is made asynchronously.
  let storage: (any AnyObject & Sendable)?
  /// Written by the builder of the value, before others can see the member in the record of entries; read by the one thread that closes.
  fileprivate var closeBody: CloseBody?

  deinit { place.memory?.destroy(site.value, isObject: isObject) }

  /// The hash of the member, for tables.
  @inline(__always)
  var hash: UInt64 { if let key { site.hash &+ UInt64(truncatingIfNeeded: key.hash) } else { site.hash } }

  /// The member as errors call it.
  var step: ResolutionError.Step { site.step(in: scope) }

  /// Where a single member's value is, once it is made.
  var value: Address? { (storage as? Instance)?.memory ?? place.memory }

  /// Notes that a transient member has run to its end, and is not replaced.
  func settle() { isSettled.store(true, ordering: .releasing) }
}

// SAFETY: the room behind a member has the size and alignment of its site's type. The builder of the value (one at a time) initialises it there, and then
// publishes it in `place`.
extension Member.Handle {
  /// Makes a member, to be freed by ``free()``.
  @inline(__always)
  init(_ read: borrowing MemberRead, of generation: Generation) {
    let room = read.scope == .single ? memoryLayout(of: read.site.value) : (size: 0, alignment: 1)
    self.init(
      Member(
        site: read.site, scope: read.scope, isObject: read.isObject, roomAlignment: UInt32(truncatingIfNeeded: room.alignment),
        key: read.key, generation: Unheld(generation), storage: read.storage),
      size: room.size, alignment: room.alignment)
  }

  /// The room for the value of a synchronous single member.
  var room: Address { room(alignment: Int(head.pointee.roomAlignment)) }

  /// The value of a synchronous single member, once it is made.
  @inlinable @inline(__always)
  var ready: Address? { head.pointee.place.memory }

  /// Ends the build of this thread, whose value is in the room.
  func publish() {
    head.pointee.place.publish(room)
    head.pointee.place.end(word)
  }

  /// Ends the build of this thread, which has failed.
  ///
  /// - Returns: The error to throw.
  func abandon(_ error: ResolutionError) -> ResolutionError {
    head.pointee.place.end(word, with: error)
    return error
  }

  /// The replacement of the member; the replacement of all its instances counts for each.
  @inline(__always)
  var replacement: Replacement? { head.pointee.generation.use { $0.replacement(of: self) } }

  /// Whether the owner has to close the value just made.
  @inline(__always)
  var closesNow: Bool { replacement?.closesNow() ?? true }

  /// The closing of the value in the room by a closure.
  func closing(by body: consuming @escaping Member.CloseBody) -> CloseEntry {
    head.pointee.closeBody = body
    return CloseEntry(closeMember, at: Address(rawValue))
  }
}

/// Closes members by their closures; the member stands for its value. The caller holds the instances that own these members.
private let closeMember = CloseClosure { memory, failures in
  let member = Member.Handle(rawValue: memory.typed())
  do { try member.head.pointee.closeBody.take()?(member.room) } catch {
    failures.append(CloseError.Failure(member.head.pointee.step, error: error))
  }
}
