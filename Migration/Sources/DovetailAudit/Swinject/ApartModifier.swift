// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph
internal import SwiftSyntax

/// A modifier that is called on the kept result of a registration: `entry.inObjectScope(.container)`.
struct ApartModifier {
  private static let names: Set<String> = ["inObjectScope", "implements", "initCompleted"]

  var name: String
  var place: Place
  /// The value that it is called on.
  var receiver: Registration.Kept

  var reason: String { "'\(name)' stands apart from its registration" }

  /// - Parameter calls: A chain of calls, the outermost first; the result is `nil` when none of them is a modifier.
  init?(_ calls: [FunctionCallExprSyntax], in file: SourceFile) {
    guard let modifier = calls.last(where: { Self.names.contains($0.calledName ?? "") }), let name = modifier.calledName else {
      return nil
    }
    (self.name, place) = (name, file.place(of: modifier))
    receiver = modifier.receiver.map(Registration.Kept.init) ?? .unknown
  }
}

extension [Registration] {
  /// Leaves the registrations whose results some modifiers are called on.
  ///
  /// A modifier whose receiver is no result of its file may belong to any registration whose result is kept.
  mutating func leave(for modifiers: [ApartModifier]) {
    for modifier in modifiers {
      let isNamed = modifier.receiver != .unknown
      let isFound = isNamed && contains { $0.result == modifier.receiver && $0.file.path == modifier.place.file }
      for place in indices {
        guard let result = self[place].result else { continue }
        let isMeant = self[place].file.path == modifier.place.file && (result == modifier.receiver || result == .unknown)
        if isMeant || !isFound { self[place].obstacles.append(modifier.reason) }
      }
    }
  }
}

extension FunctionCallExprSyntax {
  /// What the result of the chain of calls around this one becomes; `nil` when nothing keeps it.
  var result: Registration.Kept? {
    var node = Syntax(self)
    while let access = node.parent?.as(MemberAccessExprSyntax.self), let call = access.parent?.as(FunctionCallExprSyntax.self) {
      node = Syntax(call)
    }
    guard let parent = node.parent else { return nil }
    if let binding = parent.parent?.as(PatternBindingSyntax.self) { return Registration.Kept(binding.pattern) }
    if let parts = parent.as(ExprListSyntax.self).map(Array.init), parts.count == 3, parts[1].is(AssignmentExprSyntax.self) {
      return parts[0].is(DiscardAssignmentExprSyntax.self) ? nil : Registration.Kept(parts[0])
    }
    if parent.is(ReturnStmtSyntax.self) { return node.returned ?? .unknown }
    guard let item = parent.as(CodeBlockItemSyntax.self) else { return .unknown }
    // The only expression of a function that returns something is what it returns.
    return item.parent?.as(CodeBlockItemListSyntax.self)?.count == 1 ? node.returned : nil
  }
}

extension Registration.Kept {
  fileprivate init(_ pattern: PatternSyntax) {
    self = pattern.as(IdentifierPatternSyntax.self).map { .named($0.identifier.bareText) } ?? .unknown
  }

  /// The name of a variable, of a member, or of a function that is called.
  fileprivate init(_ expression: ExprSyntax) {
    if let call = expression.as(FunctionCallExprSyntax.self) {
      self = call.calledName.map { .named($0) } ?? .unknown
    } else if let wrapped = expression.as(ForceUnwrapExprSyntax.self)?.expression
      ?? expression.as(OptionalChainingExprSyntax.self)?.expression
    {
      self.init(wrapped)
    } else {
      let reference = expression.as(MemberAccessExprSyntax.self)?.declName ?? expression.as(DeclReferenceExprSyntax.self)
      self = reference.map { .named($0.baseName.bareText) } ?? .unknown
    }
  }
}

extension Syntax {
  /// What the innermost function or getter around this code returns; `nil` in closures, and where nothing is returned.
  fileprivate var returned: Registration.Kept? {
    for node in chain {
      if node.is(ClosureExprSyntax.self) { return nil }
      if let function = node.as(FunctionDeclSyntax.self) {
        return function.signature.returnClause == nil ? nil : .named(function.name.text)
      }
      if node.is(AccessorBlockSyntax.self) {
        return node.parent?.as(PatternBindingSyntax.self).map { Registration.Kept($0.pattern) }
      }
    }
    return nil
  }
}
