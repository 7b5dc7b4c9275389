// SPDX-License-Identifier: Apache-2.0

/// Where a member asks, as constants of the place: what the short way of a read compares, put into the member by the compiler.
///
/// The texts are compared by where they are. A literal is nearly always at one address; a member that meets a copy takes the long way.
// SAFETY: the pointers lead to literals, which never change or go.
@usableFromInline
struct MemberSite: @unchecked Sendable {
  @usableFromInline let owner: ObjectIdentifier
  @usableFromInline let value: ObjectIdentifier
  @usableFromInline let name: UnsafePointer<UInt8>
  @usableFromInline let fileID: UnsafePointer<UInt8>
  /// Whether there is an actor, the line and the column.
  @usableFromInline let position: UInt64
  /// The actor that the member is isolated to, if its values are not Sendable: what one actor made, no other one gets.
  @usableFromInline let actor: ObjectIdentifier?

  @inlinable static var isolated: UInt64 { 1 &<< 63 }

  /// No place of any member: for what is not there any more.
  // SAFETY: what it leads to never changes, and is never freed.
  nonisolated(unsafe) static let none = noPlace()
  /// No place of any member: for what was never there.
  // SAFETY: what it leads to never changes, and is never freed.
  nonisolated(unsafe) static let vacant = noPlace()

  private static func noPlace() -> UnsafePointer<MemberSite> {
    let site = UnsafeMutablePointer<MemberSite>.allocate(capacity: 1)
    site.initialize(to: MemberSite(Never.self, ObjectIdentifier(Never.self), "", "", 0, 0))
    return UnsafePointer(site)
  }

  @inlinable @inline(__always)
  init(
    _ owner: any Any.Type, _ value: ObjectIdentifier, _ name: StaticString, _ fileID: StaticString, _ line: UInt, _ column: UInt,
    actor: ObjectIdentifier? = nil
  ) {
    self.owner = ObjectIdentifier(owner)
    self.value = value
    self.name = name.utf8Start
    self.fileID = fileID.utf8Start
    let position = UInt64(truncatingIfNeeded: line & 0x7FFF_FFFF) &<< 32 | UInt64(truncatingIfNeeded: column & 0xFFFF_FFFF)
    self.position = actor == nil ? position : position | MemberSite.isolated
    self.actor = actor
  }

  /// Where the table of a component looks for the site first: nothing needs to be calculated for that when the program runs, and members
  /// that are written one below the other never meet.
  @inlinable @inline(__always)
  var line: UInt { UInt(truncatingIfNeeded: position &>> 32) & 0x7FFF_FFFF }

  /// Where the table of all components looks for the site first. Multiplicative hashing, as in `RootTable`.
  var hash: UInt {
    let bits = UInt64(truncatingIfNeeded: UInt(bitPattern: value)) ^ (position &>> 16) ^ position
    return UInt(truncatingIfNeeded: (bits &* 0x9E37_79B9_7F4A_7C15) &>> 40)
  }

  @inlinable @inline(__always)
  func isSame(as other: UnsafePointer<MemberSite>) -> Bool {
    position == other.pointee.position && value == other.pointee.value && owner == other.pointee.owner
      && name == other.pointee.name && fileID == other.pointee.fileID
      && (position < MemberSite.isolated || actor == other.pointee.actor)
  }
}
