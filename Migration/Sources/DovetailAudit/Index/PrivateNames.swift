// SPDX-License-Identifier: Apache-2.0
internal import SwiftSyntax

/// The declarations of a file that code in another file cannot use.
struct PrivateNames {
  /// A name in a piece of code.
  struct Mention {
    var name: String
    /// Whether it stands behind a point.
    var isMember = false
    var node: Syntax
    /// The labels of the call, where it is what is called.
    var labels: [String]?
  }

  /// Those at the top of the file.
  private(set) var top: Set<String> = []
  /// Members that the whole file may use.
  private var members: Set<String> = []
  /// `[type]`: members that code of the type may use by their names alone.
  private var owned: [String: Set<String>] = [:]
  /// `[type]`: the labels of the initialisers that the whole file may call.
  private var initialisers: [String: [[String]]] = [:]

  init(_ tree: SourceFileSyntax) { read(tree.statements, isHidden: false) }

  /// The declaration that code of some types mentions, when another file does not have it.
  func hidden(_ mention: Mention, in types: [String]) -> String? {
    let isOwned = types.contains { owned[$0]?.contains(mention.name) == true }
    if isOwned || (mention.isMember ? members : top).contains(mention.name) { return mention.name }
    let isHidden = mention.labels.map { initialisers[mention.name]?.contains($0) == true } ?? false
    return isHidden ? mention.name + ".init" : nil
  }

  /// The first name in the text of a type that another file does not have; `nil` when it has all of them.
  func hidden(inType text: String, in types: [String]) -> String? {
    text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init).first { name in
      top.contains(name) || members.contains(name) || types.contains { owned[$0]?.contains(name) == true }
    }
  }

  // MARK: Reading

  private mutating func read(_ items: CodeBlockItemListSyntax, isHidden: Bool) {
    for item in items {
      if case .decl(let declaration) = item.item { read(declaration, of: nil, isHidden: isHidden) }
    }
  }

  /// - Parameter isHidden: Whether what says no access of its own is private to the file: the members of a private extension.
  private mutating func read(_ declaration: DeclSyntax, of owner: String?, isHidden: Bool) {
    if let condition = declaration.as(IfConfigDeclSyntax.self) {
      for clause in condition.clauses {
        switch clause.elements {
        case .statements(let items): read(items, isHidden: isHidden)
        case .decls(let items): for item in items { read(item.decl, of: owner, isHidden: isHidden) }
        default: break
        }
      }
      return
    }
    let access = declaration.access
    if access == .private || access == .fileprivate || (isHidden && access == nil) {
      add(declaration, of: owner, isOfFile: access != .private)
    }
    guard let group = declaration.asProtocol((any DeclGroupSyntax).self) else { return }
    let extended = declaration.as(ExtensionDeclSyntax.self).map { Texts.lastName(Texts.type($0.extendedType)) }
    for item in group.memberBlock.members {
      read(item.decl, of: extended ?? declaration.declaredNames.first, isHidden: extended != nil && declaration.isPrivate)
    }
  }

  private mutating func add(_ declaration: DeclSyntax, of owner: String?, isOfFile: Bool) {
    guard let owner else { return top.formUnion(declaration.declaredNames) }
    owned[owner, default: []].formUnion(declaration.declaredNames)
    guard isOfFile else { return }
    members.formUnion(declaration.declaredNames)
    if let initialiser = declaration.as(InitializerDeclSyntax.self) {
      initialisers[owner, default: []].append(initialiser.signature.parameterClause.parameters.map(\.firstName.text))
    }
  }
}

extension DeclSyntaxProtocol {
  /// The access that the declaration says, not only for its setter; `nil` when it says none.
  fileprivate var access: Keyword? {
    let words: [Keyword] = [.private, .fileprivate, .internal, .package, .public, .open]
    let modifiers = asProtocol((any WithModifiersSyntax).self)?.modifiers.filter { $0.detail == nil } ?? []
    return words.first { word in modifiers.contains { $0.name.tokenKind == .keyword(word) } }
  }

  /// Whether code in another file cannot use it, for its own sake.
  var isPrivate: Bool { access == .private || access == .fileprivate }

  fileprivate var declaredNames: [String] {
    if let property = self.as(VariableDeclSyntax.self) { return property.names }
    return asProtocol((any NamedDeclSyntax).self).map { [$0.name.bareText] } ?? []
  }
}

extension SyntaxProtocol {
  /// The types and extensions around it, from the inside, each without outer types.
  var enclosingTypes: [String] {
    chain.dropFirst().compactMap { node in
      if let extended = node.as(ExtensionDeclSyntax.self) { return Texts.lastName(Texts.type(extended.extendedType)) }
      return node.asProtocol((any DeclGroupSyntax).self) == nil ? nil : node.asProtocol((any NamedDeclSyntax).self)?.name.text
    }
  }

  /// Whether code in another file cannot use it, for the sake of a declaration around it.
  var isInPrivate: Bool { chain.contains { $0.asProtocol((any DeclSyntaxProtocol).self)?.isPrivate == true } }
}
