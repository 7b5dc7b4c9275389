// SPDX-License-Identifier: Apache-2.0

/// A member of a component, as it is written. Two are the same when they stand at the same place of the same part and make the same type:
/// neither equal names nor equal literals are enough.
struct Member: Sendable {
  let owner: any Any.Type
  let value: any Any.Type
  let name: StaticString
  let fileID: StaticString
  let line: UInt
  let column: UInt
  /// The actor that the member is isolated to, if its values are not Sendable: what one actor made, no other one gets.
  var isolation: ObjectIdentifier?

  init(owner: any Any.Type, value: any Any.Type, name: StaticString, fileID: StaticString, line: UInt, column: UInt) {
    self.owner = owner
    self.value = value
    self.name = name
    self.fileID = fileID
    self.line = line
    self.column = column
  }

  /// Where a table looks for the member first.
  @inline(__always)
  var hash: UInt { MemberSite.hash(ObjectIdentifier(value), line, column) }

  @inline(__always)
  func isSame(as other: Member) -> Bool {
    value == other.value && line == other.line && column == other.column && owner == other.owner && isolation == other.isolation
      && Member.isSame(name, other.name) && Member.isSame(fileID, other.fileID)
  }

  /// Whether the member is a method that is given something, by which its instances may differ.
  var takesArguments: Bool {
    let name = name.description
    return name.contains("(") && !name.hasSuffix("()")
  }

  /// What is common to all places in the member's body.
  var id: MemberID {
    MemberID(owner: ObjectIdentifier(owner), value: ObjectIdentifier(value), name: name.description, fileID: fileID.description)
  }

  var location: SourceLocation { SourceLocation(fileID: fileID, line: line, column: column) }

  /// The member as errors call it.
  func step(in scope: Graph.Scope) -> ResolutionError.Step {
    ResolutionError.Step(
      key: Graph.Key(dynamic: name.description), location: location, scope: scope, module: TypeName(owner), isMember: true)
  }

  /// The same literal is nearly always at the same address; only files compiled apart have copies.
  @inline(__always)
  private static func isSame(_ left: StaticString, _ right: StaticString) -> Bool {
    if left.hasPointerRepresentation, right.hasPointerRepresentation, left.utf8Start == right.utf8Start {
      return left.utf8CodeUnitCount == right.utf8CodeUnitCount
    }
    return left.description == right.description
  }
}

/// A member, wherever in its body it asks.
struct MemberID: Hashable, Sendable {
  let owner: ObjectIdentifier
  let value: ObjectIdentifier
  let name: String
  let fileID: String

  /// Hashes what is fast to hash; members of one type that make one type are few.
  func hash(into hasher: inout Hasher) {
    hasher.combine(owner)
    hasher.combine(value)
    hasher.combine(name.utf8.count)
  }
}

/// What tells the instances of one member apart.
// SAFETY: the value was Sendable before it was put into `AnyHashable`, and never changes.
struct MemberKey: Hashable, @unchecked Sendable {
  private let value: AnyHashable

  init(_ value: any Hashable & Sendable) { self.value = AnyHashable(value) }
}
