// SPDX-License-Identifier: Apache-2.0

/// Turns types into the text of diagnostics: in the form of source code.
///
/// The run time prints `Swift.Array<Garage.Engine>` for `[any Engine]`, puts addresses into the names of local types, or leaves
/// out outer types. The text made here has none of that, and is the same in every run.
enum TypePrinter {
  /// The type with its outer types and all its arguments, without modules: `[Outer.Radio]`, `any Engine`, `() -> Radio`.
  static func short(_ type: any Any.Type) -> String {
    if let name = quick(type) { return name }
    return text(of: type, keepsModules: false)
  }

  /// The type with its outer types, all its arguments and every module: `[Garage.Outer.Radio]`.
  static func qualified(_ type: any Any.Type) -> String {
    text(of: type, keepsModules: true)
  }

  /// The name that the run time gives immediately: the innermost one with arguments. Types with the same ``short(_:)`` have the same text here.
  static func inner(_ type: any Any.Type) -> String { _typeName(type, qualified: false) }

  private static func text(of type: any Any.Type, keepsModules: Bool) -> String {
    let raw = _typeName(type, qualified: true)
    var reader = TypeReader(raw, keepsModules: keepsModules)
    let text = reader.whole() ?? raw
    return TypeRelations.isExistential(type) && !text.hasPrefix("any ") && text != "Any" ? "any " + text : text
  }

  /// The name of a type that is neither nested nor generic, which needs no parsing.
  private static func quick(_ type: any Any.Type) -> String? {
    guard let mangled = _mangledTypeName(type) else { return nil }
    var rest = Substring(mangled).utf8[...]
    guard skipIdentifier(&rest), skipIdentifier(&rest) else { return nil }
    if rest.elementsEqual("_p".utf8) { return "any " + inner(type) }
    guard rest.count == 1, let kind = rest.first, "VCO".utf8.contains(kind) else { return nil }
    return inner(type)
  }

  /// Skips a length and as many bytes; `false` for every other kind of identifier, which is then parsed in full.
  private static func skipIdentifier(_ rest: inout Substring.UTF8View.SubSequence) -> Bool {
    let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    guard let length = Int(String(digits) ?? ""), digits.first != UInt8(ascii: "0") else { return false }
    rest = rest.dropFirst(digits.count)
    guard length < rest.count, rest.first != UInt8(ascii: "$") else { return false }
    rest = rest.dropFirst(length)
    return true
  }
}
