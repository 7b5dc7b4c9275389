// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime

/// The place of a member's call, as constants that the compiler puts into the member. Two are the same when they stand at the same place of the same part and
/// make the same type: neither equal names nor equal literals are enough.
@usableFromInline
package struct MemberSite: Sendable {
  /// The type of the component or part.
  @usableFromInline package let owner: any Any.Type
  @usableFromInline package let value: any Any.Type
  @usableFromInline let name: Literal
  @usableFromInline let fileID: Literal
  /// Whether there is a key, whether the member takes arguments, the line and the column.
  @usableFromInline private(set) var position: UInt64

  @inlinable @inline(__always)
  package init(
    _ owner: any Any.Type, _ value: any Any.Type, _ name: StaticString, _ fileID: StaticString, _ line: UInt, _ column: UInt
  ) {
    self.owner = owner
    self.value = value
    self.name = Literal(name)
    self.fileID = Literal(fileID)
    position = UInt64(truncatingIfNeeded: line & 0x3FFF_FFFF) &<< 32 | UInt64(truncatingIfNeeded: column & 0xFFFF_FFFF)
    // The name of a method with arguments ends with ":)", and no other does. The compiler sees that in the literal.
    let size = name.utf8CodeUnitCount
    if size > 2, name.utf8Start[size &- 2] == UInt8(ascii: ":") { position |= 1 &<< 62 }
  }

  /// The site of a member that has its own instances for each key, distinct from the site that the fast path looks for.
  var keyed: MemberSite {
    var site = self
    site.position |= 1 &<< 63
    return site
  }

  @inlinable @inline(__always)
  var line: UInt { UInt(truncatingIfNeeded: position &>> 32) & 0x3FFF_FFFF }

  /// The hash of the site, of which a table takes the last bits; the compiler calculates it.
  ///
  /// 32 lines that follow each other have different last bits; those of other lines are spread by Fibonacci hashing.
  /// Source: D. Knuth, "The Art of Computer Programming", volume 3, section 6.4.
  @inlinable @inline(__always)
  var hash: UInt64 {
    let line = UInt64(truncatingIfNeeded: line)
    return line ^ ((line &>> 5) &* 0x9E37_79B9_7F4A_7C15) &>> 40
  }

  /// Whether two sites are the same as far as the fast path can see. It compares texts by address.
  @inlinable @inline(__always)
  func isSame(as other: MemberSite) -> Bool {
    position == other.position && ObjectIdentifier(value) == ObjectIdentifier(other.value)
      && ObjectIdentifier(owner) == ObjectIdentifier(other.owner) && name == other.name && fileID == other.fileID
  }

  /// The same with a comparison of the texts, for a literal that has a copy.
  static func == (left: MemberSite, right: MemberSite) -> Bool {
    left.isSame(as: right) || left.position == right.position && left.id() == right.id()
  }
}

/// A text in the program's code, known by its address: a literal is nearly always at one.
// SAFETY: a literal never changes or goes, and ends with a zero.
@usableFromInline
struct Literal: Equatable, @unchecked Sendable {
  @usableFromInline let start: UnsafePointer<UInt8>

  @inlinable @inline(__always)
  init(_ literal: StaticString) { start = literal.utf8Start }

  var text: String { String(cString: start) }

  @inlinable @inline(__always)
  static func == (left: Literal, right: Literal) -> Bool { left.start == right.start }
}

extension MemberSite {
  /// The identity common to all places in a member's body, for all of its instances or for those of a key.
  package func id(for key: MemberKey? = nil) -> MemberID {
    MemberID(owner: ObjectIdentifier(owner), value: ObjectIdentifier(value), name: text, file: fileID.text, key: key)
  }

  /// The member as its declaration calls it.
  package var text: String { name.text }

  /// Whether the member is a method with arguments, by which its instances may differ.
  @inlinable @inline(__always)
  var takesArguments: Bool { position & 1 &<< 62 != 0 }

  package var location: SourceLocation {
    SourceLocation(file: fileID.text, line: Int(line), column: Int(truncatingIfNeeded: position & 0xFFFF_FFFF))
  }

  /// The member as errors call it.
  func step(in scope: MemberScope) -> ResolutionError.Step {
    ResolutionError.Step(member: Graph.Key(dynamic: text), in: scope, of: owner, at: location)
  }
}

extension ResolutionError.Step {
  /// What a component or a part of one makes.
  package init(member key: Graph.Key, in scope: MemberScope, of owner: any Any.Type, at location: SourceLocation) {
    self.init(key: key, location: location, scope: scope.graph, module: TypeName(owner), isMember: true)
  }
}

/// A member or its instances of one key, common to all places in its body.
package struct MemberID: Hashable, Sendable {
  let owner: ObjectIdentifier
  let value: ObjectIdentifier
  let name: String
  let file: String
  let key: MemberKey?
}

/// The key of a member that has none. `nil` is a key like others: that of an optional value.
@usableFromInline
package struct Unkeyed: Hashable, Sendable {
  @usableFromInline package init() {}
}

/// Tells the instances of one member apart: a given key, and for values that are not Sendable the actor, because a value made by one actor must not reach
/// another one.
// SAFETY: the value was Sendable before it was put into `AnyHashable`, and never changes.
package final class MemberKey: Hashable, @unchecked Sendable {
  let value: AnyHashable?
  /// The type of the key, because `AnyHashable` takes 1, 1.0 and an optional 1 for equal; `nil` for objects, which their class compares.
  private let type: ObjectIdentifier?
  let actor: ActorMark?
  /// Calculated once: the hash is the user's code.
  let hash: Int

  init(_ key: any Hashable & Sendable, on actor: (any Actor)?) {
    (value, self.actor) = (key is Unkeyed ? nil : AnyHashable(key), actor.map { ActorMark($0) })
    type = Swift.type(of: key) is AnyClass ? nil : ObjectIdentifier(Swift.type(of: key))
    hash = value.hashValue ^ actor.map { ObjectIdentifier($0) }.hashValue
  }

  package static func == (left: MemberKey, right: MemberKey) -> Bool {
    left.hash == right.hash && left.actor == right.actor && left.type == right.type && left.value == right.value
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// An actor that values belong to. It is not held, because it may hold the component; a later actor at its address is another one.
package struct ActorMark: Equatable, Sendable {
  private let id: ObjectIdentifier
  private weak let actor: (any Actor)?

  package init(_ actor: any Actor) { (id, self.actor) = (ObjectIdentifier(actor), actor) }

  package static func == (left: Self, right: Self) -> Bool { left.id == right.id && left.actor === right.actor }
}

/// The scope of a member; a single one that is made asynchronously is `awaited`.
package enum MemberScope: Sendable {
  case single, awaited, weak, transient

  package var graph: Graph.Scope { self == .transient ? .transient : self == .weak ? .weak : .singleton }

  /// The call that declares such a member.
  var call: String { self == .awaited ? "single" : "\(self)" }
}
