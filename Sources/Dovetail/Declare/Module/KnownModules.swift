// SPDX-License-Identifier: Apache-2.0

/// The modules that were read, indexed for the search of an equal one.
///
/// The search takes constant time for modules that store nothing or one word, for objects, and for `Hashable` modules. What is only `Equatable`, objects too, is
/// compared one by one, because only `==` tells which of them are equal.
struct KnownModules {
  /// What equal modules share: their type, and a value, or the bits of the one word that they store: of an object, its address.
  private struct Identity: Hashable {
    let type: ObjectIdentifier
    let value: AnyHashable
  }

  private var places: [Identity: Int] = [:]
  /// Objects and modules of one word, retained so that no later object can have the same address.
  private var held: [any Module] = []
  /// The values of each type that is only `Equatable`, `([Value], [Int])` with the place of each.
  private var compared: [ObjectIdentifier: Any] = [:]

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
    let value: AnyHashable
    if storesNothing(module) {
      // Most modules do: for each other type, the casts below make the run time search the conformances of the whole program.
      value = 0
    } else if let hashable = module as? any Hashable {
      value = AnyHashable(hashable)
    } else if let equatable = module as? any Equatable {
      return compare(equatable, for: place)
    } else if let bits = storedWord(of: module) {
      value = bits
    } else {
      return nil
    }
    let identity = Identity(type: ObjectIdentifier(type), value: value)
    if let known = places[identity] { return known }
    places[identity] = place
    held.append(module)
    return nil
  }

  /// A module for findings. It is shown when it describes itself or stores numbers alone: other values may be secret.
  static func value(of module: any Module) -> ModuleValue {
    if module is InlineModule { return ModuleValue(text: nil, .inline) }
    let isObject = type(of: module) is AnyClass
    let storesNumbers =
      !isObject && Mirror(reflecting: module).children.allSatisfy { $0.value is any Numeric || $0.value is Bool }
    return ModuleValue(
      text: "\(module)", isShown: module is any CustomStringConvertible || storesNumbers,
      isObject || module is any Equatable ? .compared : .uncompared)
  }

  private func storesNothing<Value>(_ module: Value) -> Bool { MemoryLayout<Value>.size == 0 }

  private mutating func compare<Value: Equatable>(_ value: Value, for place: Int) -> Int? {
    // Taken out, so that the arrays are not copied.
    var (values, places) = compared.removeValue(forKey: ObjectIdentifier(Value.self)) as? ([Value], [Int]) ?? ([], [])
    let known = values.firstIndex(of: value)
    if known == nil {
      values.append(value)
      places.append(place)
    }
    compared[ObjectIdentifier(Value.self)] = (values, places)
    return known.map { places[$0] }
  }
}

/// Finds modules that include each other without end: values that are never equal form no cycle.
enum EndlessInclusion {
  /// The maximum nesting of modules: deeper than programs nest them, and shallow enough to release modules that hold each other on a small
  /// stack.
  static let deepest = 512
  /// The maximum number of modules of one container: many more than programs have, and read in one or two seconds.
  static let most = 100_000

  /// The finding about modules that are nested too deeply. The path is repeated if it begins and ends with modules that are written in one place.
  static func tooDeep(_ path: [Graph.Module], _ last: Graph.Module, isRepeated: Bool) -> Diagnostic {
    finding(
      path + [last],
      isRepeated
        ? "'\(last.name)' includes itself without end: it is nested \(deepest) deep, each time as another value"
        : "modules are nested more than \(deepest) deep: reading stopped at '\(last.name)'",
      help: "let the nesting end by a condition, or include fewer modules inside each other")
  }

  static func tooMany(_ path: [Graph.Module], _ last: Graph.Module) -> Diagnostic {
    finding(
      path + [last], "more than \(most) modules are included: reading stopped at '\(last.name)'",
      help: "make modules that store something Hashable, so that equal ones are read once, or include fewer")
  }

  private static func finding(_ path: [Graph.Module], _ message: String, help: String) -> Diagnostic {
    let steps = path.map { Diagnostic.Step(key: $0.name.description, location: $0.location, note: "") }
    return Diagnostic(
      .moduleCycle, .error, message, at: steps.last { $0.location.isKnown }?.location ?? .unknown, path: steps, help: help)
  }
}
