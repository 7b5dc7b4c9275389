// SPDX-License-Identifier: Apache-2.0

/// A member as it is written: what the compiler puts into a read.
@usableFromInline
struct MemberDeclaration {
  @usableFromInline let owner: any Any.Type
  @usableFromInline let value: any Any.Type
  @usableFromInline let name: StaticString
  @usableFromInline let fileID: StaticString
  @usableFromInline let line: UInt
  @usableFromInline let column: UInt
  /// See ``MemberSite/actor``.
  @usableFromInline var actor: ObjectIdentifier?

  @inlinable @inline(__always)
  init(owner: any Any.Type, value: any Any.Type, name: StaticString, fileID: StaticString, line: UInt, column: UInt) {
    self.owner = owner
    self.value = value
    self.name = name
    self.fileID = fileID
    self.line = line
    self.column = column
    actor = nil
  }

  @inlinable @inline(__always)
  var site: MemberSite { MemberSite(owner, ObjectIdentifier(value), name, fileID, line, column, actor: actor) }
}

/// A place of a member, known to the process once. Two are the same when they stand at the same place of the same part and make the same
/// type: neither equal names nor equal literals are enough.
// SAFETY: what it leads to is written before anybody can see it, never changes, and is never freed.
struct Member: Hashable, @unchecked Sendable {
  /// What is found out once; `site` comes first, so that a pointer to this is one to the site.
  struct Facts {
    let site: MemberSite
    /// The size and the alignment of a value, and where it is in a cell, in bytes.
    let size: Int
    let alignment: Int
    let header: Int
    /// Whether the values are objects.
    let isObject: Bool
    let declaration: MemberDeclaration
    let id: MemberID
    /// Whether it was met before all other places of its member.
    let isFirstPlace: Bool
    /// Whether the member is a method that is given something, by which its instances may differ.
    let takesArguments: Bool
    let scope: MemberScope
    let step: ResolutionError.Step
    /// Knows the members of components of which this one is read first.
    let planner: MemberPlanner
  }

  private let facts: UnsafePointer<Facts>

  /// The place of a declaration.
  ///
  /// - Parameter scope: How the member is shared there.
  init(_ declaration: MemberDeclaration, in scope: MemberScope) {
    self = MemberCatalog.member(declaration, in: scope)
  }

  /// Makes the place known, once.
  init(
    new declaration: MemberDeclaration, _ id: MemberID, isFirstPlace: Bool, in scope: MemberScope, _ planner: MemberPlanner
  ) {
    let facts = UnsafeMutablePointer<Facts>.allocate(capacity: 1)
    let name = declaration.name.description
    let (size, alignment) = memoryLayout(of: declaration.value)
    facts.initialize(
      to: Facts(
        site: declaration.site, size: size, alignment: alignment, header: MemberCell.header(alignment),
        isObject: declaration.value is AnyClass, declaration: declaration,
        id: id, isFirstPlace: isFirstPlace,
        takesArguments: name.contains("(") && !name.hasSuffix("()"), scope: scope, step: declaration.step(in: scope),
        planner: planner))
    self.facts = UnsafePointer(facts)
  }

  init(at address: UnsafeRawPointer) { facts = address.assumingMemoryBound(to: Facts.self) }

  var address: UnsafeMutableRawPointer { UnsafeMutableRawPointer(mutating: facts) }
  var site: UnsafePointer<MemberSite> { UnsafeRawPointer(facts).assumingMemoryBound(to: MemberSite.self) }
  var id: MemberID { facts.pointee.id }
  var owner: any Any.Type { facts.pointee.declaration.owner }
  var value: any Any.Type { facts.pointee.declaration.value }
  var name: StaticString { facts.pointee.declaration.name }
  var size: Int { facts.pointee.size }
  var alignment: Int { facts.pointee.alignment }
  var header: Int { facts.pointee.header }
  var isObject: Bool { facts.pointee.isObject }
  var cellAlignment: Int { max(alignment, MemoryLayout<UInt>.alignment) }
  var scope: MemberScope { facts.pointee.scope }
  var planner: MemberPlanner { facts.pointee.planner }
  var isFirstPlace: Bool { facts.pointee.isFirstPlace }
  var takesArguments: Bool { facts.pointee.takesArguments }
  var location: SourceLocation { facts.pointee.declaration.location }

  /// The member as errors call it.
  func step(in scope: MemberScope) -> ResolutionError.Step {
    scope == facts.pointee.scope ? facts.pointee.step : facts.pointee.declaration.step(in: scope)
  }
}

extension MemberDeclaration {
  var location: SourceLocation { SourceLocation(fileID: fileID, line: line, column: column) }

  func step(in scope: MemberScope) -> ResolutionError.Step {
    ResolutionError.Step(
      key: Graph.Key(dynamic: name.description), location: location, scope: scope.graph, module: TypeName(owner), isMember: true)
  }
}

/// What is common to all places in a member's body.
struct MemberID: Hashable, Sendable {
  let number: Int
}

/// What tells the instances of one member apart.
// SAFETY: the value was Sendable before it was put into `AnyHashable`, and never changes.
final class MemberKey: Hashable, @unchecked Sendable {
  private let value: AnyHashable

  init(_ value: any Hashable & Sendable) { self.value = AnyHashable(value) }

  static func == (left: MemberKey, right: MemberKey) -> Bool { left.value == right.value }

  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// How often a member is made.
@usableFromInline
enum MemberScope: Sendable {
  case single, weak, transient

  var graph: Graph.Scope {
    switch self {
    case .single: .singleton
    case .weak: .weak
    case .transient: .transient
    }
  }
}
