// SPDX-License-Identifier: Apache-2.0

/// The run time's knowledge of the relations of types. It is slow, so only diagnostics use it.
package enum TypeRelations {
  /// Whether a type is `any P`, a composition, `AnyObject` or `Any`.
  ///
  /// Read off the end of the mangled name: `p` ends a list of protocols, `Xc` and `Xl` one with a class, `XP` one with constraints,
  /// whereas `Xp` is a metatype and `Bp` a raw pointer.
  /// Source: "Swift ABI, Mangling", section Types, in the documentation of the Swift compiler.
  package static func isExistential(_ type: any Any.Type) -> Bool {
    guard let mangled = _mangledTypeName(type), let last = mangled.last else { return false }
    switch last {
    case "p": return !mangled.hasSuffix("Xp") && !mangled.hasSuffix("Bp")
    case "c", "l", "P": return mangled.hasSuffix("X\(last)")
    default: return false
    }
  }

  /// Whether a type is a class.
  package static func isClass(_ type: any Any.Type) -> Bool { type is AnyObject.Type }

  /// Whether a type is an enum without type arguments, so that it is likely to have cases and no initializer; read off its mangled name as above.
  package static func isEnum(_ type: any Any.Type) -> Bool { _mangledTypeName(type)?.last == "O" }

  /// Whether a type conforms to the protocol behind an existential type; also `false` when the run time does not know, as for private protocols.
  package static func conforms(_ type: any Any.Type, to existential: any Any.Type) -> Bool {
    // `M is (any P.Type)` asks the run time for the conformance of M; the existential metatype is found by its mangled name.
    guard let mangled = _mangledTypeName(existential), let metatype = _typeByName(mangled + "Xp") else { return false }
    func open<Metatype>(_: Metatype.Type) -> Bool { (type as Any) is Metatype }
    return _openExistential(metatype, do: open)
  }

  /// Whether a class is a subclass of another class, or that class itself.
  package static func inherits(_ type: any Any.Type, from base: any Any.Type) -> Bool {
    func open<Base>(_: Base.Type) -> Bool { type is Base.Type }
    return _openExistential(base, do: open)
  }

  /// Whether a chain of names, the module first, leads to a protocol. Only as deep as protocols nest: one outer type.
  static func isProtocol(_ names: [String]) -> Bool {
    guard names.allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 } }) else { return false }
    let parts = names.map { "\($0.utf8.count)\($0)" }
    switch parts.count {
    case 2: return isProtocol(mangled: parts[0] + parts[1])
    case 3: return ["V", "C", "O"].contains { isProtocol(mangled: parts[0] + parts[1] + $0 + parts[2]) }
    default: return false
    }
  }

  private static func isProtocol(mangled: String) -> Bool {
    // The run time takes some structs of the standard library for protocols in this query; hence the second question.
    guard _typeByName(mangled + "_p") != nil else { return false }
    return !["V", "C", "O"].contains { _typeByName(mangled + $0) != nil }
  }
}
