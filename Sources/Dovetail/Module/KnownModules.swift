// SPDX-License-Identifier: Apache-2.0

/// The modules that were read, indexed for the search of an equal one.
///
/// The search takes constant time for objects, for modules that store nothing or one word, and for `Hashable` modules. Modules that are only
/// `Equatable` are compared one by one, because only `==` tells which of them are equal.
struct KnownModules {
  /// The property that equal modules share.
  private enum Identity: Hashable {
    case type(ObjectIdentifier)
    case object(Object)
    case value(ObjectIdentifier, AnyHashable)
    case word(ObjectIdentifier, UInt)
  }

  /// Retained, so that no later object can have the same identity.
  private struct Object: Hashable {
    let object: AnyObject

    static func == (left: Self, right: Self) -> Bool { left.object === right.object }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
  }

  private var places: [Identity: Int] = [:]
  /// Modules of one word, retained so that no later object can have the same address.
  private var held: [any Module] = []
  /// By type.
  private var compared: [ObjectIdentifier: any ComparedValues] = [:]

  /// Returns the place of an equal module, and otherwise registers the module at its own place.
  ///
  /// - Parameters:
  ///   - module: The module.
  ///   - place: Its place, if it is new.
  /// - Returns: `nil` when the module is new. A module that cannot be compared is always new.
  /// - Complexity: O(1), or as many comparisons as there are modules of the type when it is `Equatable` and not `Hashable`.
  mutating func claim(_ module: any Module, for place: Int) -> Int? {
    let type = Swift.type(of: module)
    if type is InlineModule.Type { return nil }
    if type is AnyClass { return claim(.object(Object(object: module as AnyObject)), for: place) }
    if let value = module as? any Hashable { return claim(.value(ObjectIdentifier(type), AnyHashable(value)), for: place) }
    if let value = module as? any Equatable {
      let known = compared[ObjectIdentifier(type)] ?? KnownModules.values(like: value)
      compared[ObjectIdentifier(type)] = known
      return known.claim(value, for: place)
    }
    guard let bits = KnownModules.bits(of: module, type) else { return nil }
    let equal = claim(bits, for: place)
    if equal == nil { held.append(module) }
    return equal
  }

  /// A module for findings, in at most a hundred characters. The text of an object is its type alone.
  static func value(of module: any Module) -> ModuleValue {
    if module is InlineModule { return ModuleValue(text: nil, .inline) }
    let (text, isObject) = ("\(module)", type(of: module) is AnyClass)
    let isShown = !isObject || module is any CustomStringConvertible
    return ModuleValue(
      text: isShown ? String(text.prefix(100)) + (text.count > 100 ? "…" : "") : nil,
      isObject || module is any Equatable ? .compared : .uncompared)
  }

  private mutating func claim(_ identity: Identity, for place: Int) -> Int? {
    if let known = places[identity] { return known }
    places[identity] = place
    return nil
  }

  private static func values<Value: Equatable>(like value: Value) -> any ComparedValues { Values<Value>() }

  /// The stored bytes of a value of zero or one word: a profile, an object, a number. Larger values may contain padding, so their bytes cannot be
  /// compared.
  private static func bits<Value>(of value: Value, _ type: any Any.Type) -> Identity? {
    let (size, alignment) = (MemoryLayout<Value>.size, MemoryLayout<Value>.alignment)
    if size == 0 { return .type(ObjectIdentifier(type)) }
    guard size == MemoryLayout<UInt>.size, alignment == MemoryLayout<UInt>.alignment else { return nil }
    return .word(ObjectIdentifier(type), withUnsafeBytes(of: value) { $0.load(as: UInt.self) })
  }

  /// Values of one type, each compared with those before it.
  private final class Values<Value: Equatable>: ComparedValues {
    private var values: [Value] = []
    private var places: [Int] = []

    func claim(_ value: Any, for place: Int) -> Int? {
      guard let value = value as? Value else { return nil }
      if let known = values.firstIndex(of: value) { return places[known] }
      values.append(value)
      places.append(place)
      return nil
    }
  }
}

/// Values of one type, which is erased.
private protocol ComparedValues: AnyObject {
  func claim(_ value: Any, for place: Int) -> Int?
}
