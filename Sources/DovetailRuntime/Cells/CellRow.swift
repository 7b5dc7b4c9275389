// SPDX-License-Identifier: Apache-2.0

/// The cells of an open scope, each at its place. A cell is made when its value is: a request uses few of the values that its scope could have.
// SAFETY: the references lie there from `init` to `deinit`, and are found by places that were checked against their number.
@safe
package struct CellRow: ~Copyable, @unchecked Sendable {
  private let types: [any Any.Type]
  private let references: UnsafeMutablePointer<OnceReference>

  /// - Parameter types: The type of the value at each place.
  package init(of types: [any Any.Type]) {
    self.types = types
    unsafe references = .allocate(capacity: types.count)
    for place in types.indices { unsafe (references + place).initialize(to: OnceReference()) }
  }

  deinit {
    unsafe references.deinitialize(count: types.count)
    unsafe references.deallocate()
  }

  private func made(_ place: Int) -> Cell? {
    precondition(types.indices.contains(place))
    return unsafe references[place].object()
  }

  /// Where the value at a place lies, if it is ready.
  package func ready(_ place: Int) -> Address? { made(place)?.ready }

  /// The cell at a place.
  package func cell(_ place: Int) -> Cell {
    if let made = made(place) { return made }
    return unsafe references[place].store(Cell(of: types[place]))
  }

  /// Destroys the values. Nobody reads them any more.
  package func clear() { for place in types.indices { made(place)?.clear() } }
}
