// SPDX-License-Identifier: Apache-2.0

// How a factory becomes a recipe. Most values are objects: they are all of one layout, so one piece of code stores objects of all classes, and does not ask
// the run time how.

/// A factory with parameters, in the form in which the machine calls it.
// SAFETY: a function in a generic struct takes a parameter pack as an array of addresses, one for each parameter; it only reads what lies there. A
// function that takes this array by itself has the same calling convention: pointer to the array, address of the result, error, captures.
struct AddressedCall<Value>: Sendable {
  let run: @Sendable (Address) throws -> Value

  /// Calls the function with that number of needs.
  ///
  /// - Parameter wraps: Whether the first need is the value that a decorator wraps.
  func recipe(_ count: Int, wrapping wraps: Bool) -> RawRecipe {
    guard Value.self is AnyClass else {
      @_optimize(speed) @Sendable
      func make(needs: inout Needs, value: Address) throws {
        var memory = ParameterRoom.Memory()
        value.store(try needs.pass(count, wrapping: wraps, in: &memory, to: run))
      }
      return make
    }
    // SAFETY: an object of any class is one reference. In a generic struct, functions return every value at an address.
    let object = unsafeBitCast(self, to: AddressedCall<AnyObject>.self)
    @_optimize(speed) @Sendable
    func make(needs: inout Needs, value: Address) throws {
      var memory = ParameterRoom.Memory()
      value.store(try needs.pass(count, wrapping: wraps, in: &memory, to: object.run))
    }
    return make
  }
}

/// A factory without parameters.
package struct NeedlessCall<Value>: Sendable {
  private let run: @Sendable () throws -> Value

  package init(_ run: @escaping @Sendable () throws -> Value) { self.run = run }

  package var recipe: RawRecipe {
    guard Value.self is AnyClass else {
      return { _, value in value.store(try run()) }
    }
    // SAFETY: see ``AddressedCall/recipe(_:)``.
    let object = unsafeBitCast(self, to: NeedlessCall<AnyObject>.self)
    return { _, value in value.store(try object.run()) }
  }
}
