// SPDX-License-Identifier: Apache-2.0

/// The modules that were read, by what makes two of them the same one.
///
/// An equal one is found in constant time among objects, among modules that store nothing or one word, and among `Hashable` ones. Those that are only
/// `Equatable` are compared one by one: nothing but their `==` knows which of their values are equal.
struct KnownModules {
  /// What equal modules have in common.
  private enum Identity: Hashable {
    case type(ObjectIdentifier)
    case object(Object)
    case value(ObjectIdentifier, AnyHashable)
    case word(ObjectIdentifier, UInt)
  }

  /// Held, so that no later object can have its identity.
  private struct Object: Hashable {
    let object: AnyObject

    static func == (left: Self, right: Self) -> Bool { left.object === right.object }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
  }

  private var places: [Identity: Int] = [:]
  /// Those of one word, so that no later object comes to lie where theirs does.
  private var held: [any Module] = []
  /// By type.
  private var compared: [ObjectIdentifier: any ComparedValues] = [:]

  /// The place of an equal module. When there is none, the module itself is known from now on, at a place of its own.
  ///
  /// - Parameters:
  ///   - module: The module.
  ///   - place: Its place, if it is new.
  /// - Returns: `nil` when the module is new; so is every one that cannot be compared.
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

  private mutating func claim(_ identity: Identity, for place: Int) -> Int? {
    if let known = places[identity] { return known }
    places[identity] = place
    return nil
  }

  private static func values<Value: Equatable>(like value: Value) -> any ComparedValues { Values<Value>() }

  /// What a value stores, if that is nothing or one word: a profile that was handed on, an object, a number. Of more, some bytes may belong to
  /// nothing, so that they say nothing.
  private static func bits<Value>(of value: Value, _ type: any Any.Type) -> Identity? {
    let (size, alignment) = (MemoryLayout<Value>.size, MemoryLayout<Value>.alignment)
    if size == 0 { return .type(ObjectIdentifier(type)) }
    guard size == MemoryLayout<UInt>.size, alignment == MemoryLayout<UInt>.alignment else { return nil }
    return .word(ObjectIdentifier(type), withUnsafeBytes(of: value) { $0.load(as: UInt.self) })
  }

  /// Values of one type, of which each is compared with those before it.
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

/// Values of one type that is not known here.
private protocol ComparedValues: AnyObject {
  func claim(_ value: Any, for place: Int) -> Int?
}
