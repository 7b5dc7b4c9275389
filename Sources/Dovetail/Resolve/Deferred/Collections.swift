// SPDX-License-Identifier: Apache-2.0

extension Optional: DerivedNeed {
  static var form: Graph.Need.Form { .optional }
  static var wrapped: any Any.Type { Wrapped.self }

  static func slot(collecting parts: [(key: String?, slot: Slot)], _ maker: DerivedMaker) -> Slot? {
    maker.gathered(from: parts.map(\.slot), into: nil) { (whole: inout Wrapped?, _, value: Wrapped) in whole = value }
  }
}

extension Array: DerivedNeed {
  static var form: Graph.Need.Form { .collection }
  static var wrapped: any Any.Type { Element.self }

  static func slot(collecting parts: [(key: String?, slot: Slot)], _ maker: DerivedMaker) -> Slot? {
    maker.gathered(from: parts.map(\.slot), into: []) { (whole: inout [Element], index, element: Element) in
      if index == 0 { whole.reserveCapacity(parts.count) }
      whole.append(element)
    }
  }
}

extension Dictionary: DerivedNeed {
  static var form: Graph.Need.Form { .dictionary }
  static var wrapped: any Any.Type { Value.self }
  static var isNeed: Bool { Key.self == String.self }

  static func slot(collecting parts: [(key: String?, slot: Slot)], _ maker: DerivedMaker) -> Slot? {
    // Only reached if Key is String: see `isNeed`. Then every part has a key.
    let keys = parts.map { $0.key ?? "" }
    return maker.gathered(from: parts.map(\.slot), into: [String: Value](minimumCapacity: keys.count)) {
      (whole: inout [String: Value], index, value: Value) in
      whole[keys[index]] = value
    }
  }
}

extension DerivedMaker {
  /// The slot of a value that is made from those of other slots, which are requested one after the other, and awaited if need be.
  ///
  /// - Parameter start: A value with none of them.
  fileprivate func gathered<Part, Whole>(
    from slots: [Slot], into start: @autoclosure @escaping @Sendable () -> Whole,
    _ add: @escaping @Sendable (inout Whole, _ index: Int, Part) -> Void
  ) -> Slot {
    var configuration = configuration(Whole.self, needs: slots)
    if slots.contains(where: \.isProduced) {
      configuration.awaitedRecipe = .derived { context, state in
        var whole = start()
        for (index, slot) in slots.enumerated() {
          do { add(&whole, index, try await slot.part(context, state)) } catch let error as ResolutionError {
            throw error.part(of: Whole.self)
          }
        }
        return Cell(holding: whole)
      }
    }
    return .derived(configuration) { context throws(ResolutionError) -> Whole in
      var whole = start()
      do throws(ResolutionError) {
        for (index, slot) in slots.enumerated() { add(&whole, index, try slot.value(context)) }
      } catch { throw error.part(of: Whole.self) }
      return whole
    }
  }
}
