// SPDX-License-Identifier: Apache-2.0

/// The names that lead to a type, from its module inwards, and their text: with sugar, and `any` before a protocol.
struct TypePath {
  /// One name on the way.
  struct Component {
    var name: String
    /// The type arguments; `nil` when the type is not generic, empty for an empty pack.
    var arguments: [TypeReader.Piece]?
  }

  private enum Metatype { case none, type, protocolItself }

  private var components: [Component]
  private let keepsModules: Bool
  private var metatype = Metatype.none

  init(_ components: [Component], keepsModules: Bool) {
    self.components = components
    self.keepsModules = keepsModules
    guard components.count > 2 || components.first?.name == "Any" else { return }
    switch components.last?.name {
    case "Type": metatype = .type
    case "Protocol": metatype = .protocolItself
    default: return
    }
    self.components.removeLast()
  }

  /// The path in the form of source code.
  var piece: TypeReader.Piece {
    switch metatype {
    case .none: return base
    case .type: return TypeReader.Piece(bare: base.bare + ".Type", form: base.form)
    case .protocolItself:
      let base = base
      return TypeReader.Piece(bare: base.bare == "Any" ? "Any.Type" : "(any \(base.bare)).Type")
    }
  }

  private var base: TypeReader.Piece {
    if let sugar { return sugar }
    var rest = components[...]
    if !keepsModules, rest.count > 1 { rest = rest.dropFirst() }
    let bare = rest.map(\.text).joined(separator: ".")
    let isPlain = components.allSatisfy { $0.arguments == nil }
    let isProtocol = isPlain && TypeRelations.isProtocol(components.map(\.name))
    return TypeReader.Piece(bare: bare, form: isProtocol ? .existential : .plain)
  }

  private var sugar: TypeReader.Piece? {
    guard components.count > 1, components[0].name == "Swift", let arguments = components[1].arguments else { return nil }
    let short: String
    switch (components[1].name, arguments.count) {
    case ("Array", 1): short = "[\(arguments[0].text)]"
    case ("Dictionary", 2): short = "[\(arguments[0].text): \(arguments[1].text)]"
    case ("Optional", 1): short = arguments[0].grouped + "?"
    default: return nil
    }
    return TypeReader.Piece(bare: ([short] + components[2...].map(\.text)).joined(separator: "."))
  }
}

extension TypePath.Component {
  /// The name with its arguments.
  var text: String {
    guard let arguments else { return name }
    return "\(name)<\(arguments.map(\.text).joined(separator: ", "))>"
  }
}
