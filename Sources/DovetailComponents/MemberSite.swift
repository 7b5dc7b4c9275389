// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime

/// The place of a member's call, as constants that the compiler puts into the member. Two are the same when they stand at the same place of the same part and
/// make the same type: neither equal names nor equal literals are enough.
@usableFromInline
struct MemberSite: Sendable {
  let owner: any Any.Type
  let value: any Any.Type
  private let name: StaticString
  private let file: StaticString
  fileprivate let line: UInt
  fileprivate let column: UInt

  @usableFromInline
  init(
    _ owner: any Any.Type, _ value: any Any.Type, _ name: StaticString, _ fileID: StaticString, _ line: UInt, _ column: UInt
  ) {
    (self.owner, self.value, self.name, file) = (owner, value, name, fileID)
    (self.line, self.column) = (line, column)
  }

  /// The identity common to all places in a member's body, for all of its instances or for those of a key.
  func id(for key: MemberKey? = nil) -> MemberID {
    MemberID(owner: ObjectIdentifier(owner), value: ObjectIdentifier(value), name: text, file: "\(file)", key: key)
  }

  /// The member as its declaration calls it.
  var text: String { "\(name)" }

  /// Whether the member is a method with arguments, by which its instances may differ.
  var takesArguments: Bool { name.namesArguments }

  var location: SourceLocation { SourceLocation(file: "\(file)", line: Int(line), column: Int(column)) }

  /// Where to look for the member in a component.
  var spot: Spot { Spot(owner, value, name.address, file.address, line, column) }

  /// Whether both are at one place, even where a literal has a copy.
  func isCopy(of other: MemberSite) -> Bool { (line, column) == (other.line, other.column) && id() == other.id() }
}

/// A site in a form that is compared without a look at its texts.
struct Spot: Equatable, Sendable {
  // What differs most comes first.
  private let position: UInt64
  private let value: ObjectIdentifier
  private let owner: ObjectIdentifier
  // Members that a macro makes may all be at one position.
  private let name: UInt
  private let file: UInt

  @inline(__always)
  init(_ owner: any Any.Type, _ value: any Any.Type, _ name: UInt, _ file: UInt, _ line: UInt, _ column: UInt) {
    (self.owner, self.value, self.name, self.file) = (ObjectIdentifier(owner), ObjectIdentifier(value), name, file)
    position = UInt64(line) << 32 | UInt64(truncatingIfNeeded: column)
  }

  /// Spread by Fibonacci hashing, so that the members of neighbouring lines differ in their first bits.
  /// Source: D. Knuth, "The Art of Computer Programming", volume 3, section 6.4.
  @inline(__always)
  var hash: UInt64 { (position &* 0x9E37_79B9_7F4A_7C15) &>> 32 }
}

/// A member or its instances of one key, common to all places in its body.
struct MemberID: Hashable, Sendable {
  let owner: ObjectIdentifier
  let value: ObjectIdentifier
  let name: String
  let file: String
  let key: MemberKey?
}

/// The key of a member that has none. `nil` is a key like others: that of an optional value.
@usableFromInline
struct Unkeyed: Hashable, Sendable {
  @usableFromInline init() {}
}

/// Tells the instances of one member apart: a given key, and for values that are not Sendable the actor, because a value made by one actor must not reach
/// another one.
final class MemberKey: Hashable, Sendable {
  private let value: (any Hashable & Sendable)?
  /// The type of the key, because `AnyHashable` takes 1, 1.0 and an optional 1 for equal; `nil` for objects, which their class compares.
  private let type: ObjectIdentifier?
  let actor: ActorMark?
  /// Calculated once: the hash is the user's code.
  let hash: Int

  init(_ key: any Hashable & Sendable, on actor: (any Actor)?) {
    (value, self.actor) = (key is Unkeyed ? nil : key, actor.map { ActorMark($0) })
    type = Swift.type(of: key) is AnyClass ? nil : ObjectIdentifier(Swift.type(of: key))
    hash = (value?.hashValue ?? 0) ^ actor.map { ObjectIdentifier($0) }.hashValue
  }

  /// Whether the program has given a key; one that only names an actor does not tell instances apart.
  var isGiven: Bool { value != nil }

  static func == (left: MemberKey, right: MemberKey) -> Bool {
    left.hash == right.hash && left.actor == right.actor && left.type == right.type
      && left.value.map { AnyHashable($0) } == right.value.map { AnyHashable($0) }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// An actor that values belong to. It is not held, because it may hold the component; a later actor at its address is another one.
struct ActorMark: Equatable, Sendable {
  private let id: ObjectIdentifier
  private weak let actor: (any Actor)?

  init(_ actor: any Actor) { (id, self.actor) = (ObjectIdentifier(actor), actor) }

  static func == (left: Self, right: Self) -> Bool { left.id == right.id && left.actor === right.actor }
}

/// The scope of a member; a single one that is made asynchronously is `awaited`.
enum MemberScope: Sendable {
  case single, awaited, weak, transient

  var graph: Graph.Scope { self == .transient ? .transient : self == .weak ? .weak : .singleton }

  /// The call that declares such a member.
  var call: String { self == .awaited ? "single" : "\(self)" }
}

extension ResolutionError.Step {
  /// What a component or a part of one makes.
  convenience init(member key: Graph.Key, in scope: MemberScope, of owner: any Any.Type, at location: SourceLocation) {
    self.init(key: key, location: location, scope: scope.graph, module: TypeName(owner), isMember: true)
  }
}

/// One read: the member that is asked for.
struct MemberRead: Sendable {
  let site: MemberSite
  let scope: MemberScope
  /// What the instance belongs to; `nil` when the member has only one.
  let key: MemberKey?

  /// - Parameters:
  ///   - key: Tells the instances of the member apart.
  ///   - actor: The actor that an instance belongs to, if it is not Sendable.
  init(_ site: MemberSite, _ key: any Hashable & Sendable = Unkeyed(), on actor: (any Actor)? = nil, in scope: MemberScope) {
    (self.site, self.scope) = (site, scope)
    self.key = key is Unkeyed && actor == nil ? nil : MemberKey(key, on: actor)
  }

  var spot: Spot { site.spot }

  var hash: UInt64 { key.map { spot.hash &+ UInt64(truncatingIfNeeded: $0.hash) } ?? spot.hash }

  /// The member as errors call it.
  var step: ResolutionError.Step {
    ResolutionError.Step(member: Graph.Key(dynamic: site.text), in: scope, of: site.owner, at: site.location)
  }
}
