// SPDX-License-Identifier: Apache-2.0

/// Parses the run time's text of a type and writes it in the form of source code, for diagnostics.
///
/// The run time prints `Swift.Array<Garage.Engine>` for `[any Engine]`, puts addresses into the names of local types, or leaves out outer types. The text made here
/// has none of that, and is the same in every run. A recursive descent; on unknown syntax it fails, and the run time's text is shown unchanged.
struct TypeReader {
  /// The type with its outer types and all its arguments: `[Outer.Radio]`, `any Engine`, `() -> Radio`; with its modules: `[Garage.Outer.Radio]`.
  static func text(of type: any Any.Type, keepsModules: Bool) -> String {
    let raw = _typeName(type, qualified: true)
    var reader = TypeReader(raw, keepsModules: keepsModules)
    let piece = reader.type()
    let text = piece.flatMap { reader.position == reader.bytes.count ? $0.text : nil } ?? raw
    return TypeRelations.isExistential(type) && !text.hasPrefix("any ") && text != "Any" ? "any " + text : text
  }

  /// A parsed type.
  struct Piece {
    enum Form { case plain, function, existential }
    /// The text, without a leading `any`.
    var bare: String
    var form = Form.plain

    var text: String { form == .existential ? "any " + bare : bare }
    /// The text for a place that allows one word only, such as before a question mark.
    var grouped: String { form == .plain ? bare : "(\(text))" }
  }

  private let keepsModules: Bool
  private let bytes: [UInt8]
  private var position = 0

  private init(_ text: String, keepsModules: Bool) {
    bytes = Array(text.utf8)
    self.keepsModules = keepsModules
  }

  /// Attributes, then one type or several joined by `&`.
  private mutating func type() -> Piece? {
    var prefix = ""
    var isExistential = false
    while let word = modifier() {
      if word == "any" { isExistential = true } else { prefix += word + " " }
    }
    guard var piece = term() else { return nil }
    while take(" & ") {
      guard let next = term() else { return nil }
      piece.bare += " & " + next.bare
      isExistential = true
    }
    if isExistential { piece.form = .existential }
    if prefix.isEmpty { return piece }
    return Piece(bare: prefix + piece.text, form: piece.form == .function ? .function : .plain)
  }

  private mutating func term() -> Piece? {
    if take("(extension in ") {
      guard skip(through: "):") else { return nil }
      return term()
    }
    return peek("(") ? tuple() : chain()
  }

  // MARK: Tuples and functions

  private mutating func tuple() -> Piece? {
    guard take("(") else { return nil }
    var items: [String] = []
    while !take(")") {
      if !items.isEmpty, !take(", ") { return nil }
      guard let item = item() else { return nil }
      items.append(item)
    }
    var effects = take(" async") ? " async" : ""
    if take(" throws(") {
      guard let error = type(), take(")") else { return nil }
      effects += " throws(\(error.text))"
    } else if take(" throws") {
      effects += " throws"
    }
    let list = "(" + items.joined(separator: ", ") + ")"
    guard take(" -> ") else {
      if !effects.isEmpty { return nil }
      return Piece(bare: items.isEmpty ? "Void" : list)
    }
    guard let result = type() else { return nil }
    return Piece(bare: "\(list)\(effects) -> \(result.text)", form: .function)
  }

  private mutating func item() -> String? {
    var label = ""
    let start = position
    if let name = name(), take(": ") { label = name + ": " } else { position = start }
    guard let type = type() else { return nil }
    return label + type.text + (take("...") ? "..." : "")
  }

  // MARK: Names

  /// Names joined by points, each with its arguments.
  private mutating func chain() -> Piece? {
    var path: [Piece.Name] = []
    repeat {
      if take("(unknown context at ") {
        guard skip(through: ")") else { return nil }
        continue
      }
      guard let name = name() else { return nil }
      path.append(Piece.Name(name: name))
      guard take("<") else { continue }
      guard let arguments = arguments() else { return nil }
      path[path.count - 1].arguments = arguments
    } while !peek("...") && take(".")
    return Piece(path: path, keepsModules: keepsModules)
  }

  private mutating func arguments() -> [Piece]? {
    var arguments: [Piece] = []
    while !take(">") {
      // The types of a pack are arguments like the others.
      if take(", ") || take("Pack{") || take("}") { continue }
      guard let piece = type() else { return nil }
      // `any Shelf<Self.Garage.Shelf.Item == Wheel>` is written `any Shelf<Wheel>`.
      guard let piece = take(" == ") ? type() : piece else { return nil }
      arguments.append(piece)
    }
    return arguments
  }

  private mutating func name() -> String? {
    // A raw identifier may hold anything between its backticks; the run time writes its spaces as no-break spaces.
    let isRaw = peek("`")
    let rest = bytes[(isRaw ? position + 1 : position)...]
    let end =
      isRaw
      ? rest.firstIndex(of: UInt8(ascii: "`")).map { $0 + 1 } ?? position
      : rest.firstIndex { ".<>,()&: {}=@?!".utf8.contains($0) } ?? bytes.count
    guard end > position else { return nil }
    defer { position = end }
    let name = String(decoding: bytes[position..<end], as: UTF8.self)
    return isRaw ? String(name.map { $0 == "\u{A0}" ? " " : $0 }) : name
  }

  // MARK: Words before a type

  private static let modifiers = [
    ("any ", "any"), ("inout ", "inout"), ("isolated ", "isolated"), ("sending ", "sending"), ("__owned ", "consuming"),
    ("__shared ", "borrowing"), ("nonisolated(nonsending) ", "nonisolated(nonsending)"),
  ]

  private mutating func modifier() -> String? {
    for (text, word) in Self.modifiers where take(text) { return word }
    guard take("@") else { return nil }
    var words: [String] = []
    repeat {
      guard let name = name() else { return nil }
      words.append(name)
    } while take(".")
    var text = "@" + (keepsModules ? words.joined(separator: ".") : words.last ?? "")
    if peek("(") {
      let start = position
      guard skip(through: ")") else { return nil }
      text += String(decoding: bytes[start..<position], as: UTF8.self)
    }
    return take(" ") ? text : nil
  }

  // MARK: Bytes

  private func peek(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  private mutating func take(_ text: String) -> Bool {
    guard peek(text) else { return false }
    position += text.utf8.count
    return true
  }

  private mutating func skip(through text: String) -> Bool {
    while position < bytes.count {
      if take(text) { return true }
      position += 1
    }
    return false
  }
}

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
