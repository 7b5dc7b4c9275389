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
  @usableFromInline let line: UInt
  @usableFromInline let column: UInt

  @inlinable @inline(__always)
  init(_ owner: any Any.Type, _ value: any Any.Type, _ name: StaticString, _ fileID: StaticString, _ line: UInt, _ column: UInt) {
    self.owner = ObjectIdentifier(owner)
    self.value = ObjectIdentifier(value)
    self.name = name.utf8Start
    self.fileID = fileID.utf8Start
    self.line = line
    self.column = column
  }

  /// Where a table looks for the member first.
  @inline(__always)
  var hash: UInt { MemberSite.hash(value, line, column) }

  @inline(__always)
  static func hash(_ value: ObjectIdentifier, _ line: UInt, _ column: UInt) -> UInt {
    var hash = UInt(bitPattern: value) >> 3
    hash = (hash ^ line) &* 0x9E37_79B9_7F4A_7C15
    hash = (hash ^ column) &* 0x9E37_79B9_7F4A_7C15
    return hash ^ (hash >> 32)
  }

  /// Whether the site is that of a member whose values are not bound to an actor.
  @inline(__always)
  func isSite(of member: Member) -> Bool {
    line == member.line && column == member.column && value == ObjectIdentifier(member.value)
      && owner == ObjectIdentifier(member.owner)
      && name == member.name.utf8Start && fileID == member.fileID.utf8Start && member.isolation == nil
  }
}

extension Instances {
  /// Where the value of a single member is, when it is built and nothing is going on that reads have to know of.
  @usableFromInline
  func memory(of site: MemberSite) -> UnsafeMutableRawPointer? {
    guard MemberActivity.isQuiet else { return nil }
    return store.memory(of: site)
  }

  /// Whether a transient member has nothing left to find out, and nothing is going on that reads have to know of.
  @usableFromInline
  func isSettled(_ site: MemberSite) -> Bool {
    guard MemberActivity.isQuiet else { return false }
    return store.isSettled(site)
  }
}
