// SPDX-License-Identifier: Apache-2.0

// The text of a type from the names that lead to it, its module first: with sugar, and `any` before a protocol.
extension TypeReader.Piece {
  /// One name on the way.
  struct Name {
    var name: String
    /// The type arguments; `nil` when the type is not generic, empty for an empty pack.
    var arguments: [TypeReader.Piece]?

    /// The name with its arguments.
    var text: String { arguments.map { "\(name)<\($0.map(\.text).joined(separator: ", "))>" } ?? name }
  }

  init(path: [Name], keepsModules: Bool) {
    let last = path.count > 2 || path.first?.name == "Any" ? path.last?.name : nil
    if last == "Type" || last == "Protocol" {
      self.init(path: path.dropLast(), keepsModules: keepsModules)
      if last == "Type" { bare += ".Type" } else { self.init(bare: bare == "Any" ? "Any.Type" : "(any \(bare)).Type") }
    } else if let sugar = Self.sugar(path) {
      self.init(bare: sugar)
    } else {
      let isProtocol = path.allSatisfy { $0.arguments == nil } && TypeRelations.isProtocol(path.map(\.name))
      let bare = path.dropFirst(keepsModules || path.count == 1 ? 0 : 1).map(\.text).joined(separator: ".")
      self.init(bare: bare, form: isProtocol ? .existential : .plain)
    }
  }

  private static func sugar(_ path: [Name]) -> String? {
    guard path.count > 1, path[0].name == "Swift", let arguments = path[1].arguments else { return nil }
    let short: String
    switch (path[1].name, arguments.count) {
    case ("Array", 1): short = "[\(arguments[0].text)]"
    case ("Dictionary", 2): short = "[\(arguments[0].text): \(arguments[1].text)]"
    case ("Optional", 1): short = arguments[0].grouped + "?"
    default: return nil
    }
    return ([short] + path[2...].map(\.text)).joined(separator: ".")
  }
}
