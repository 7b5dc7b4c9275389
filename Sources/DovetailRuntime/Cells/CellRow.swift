// SPDX-License-Identifier: Apache-2.0

/// The cells of an open scope, each at its index. A cell is made when its value is: a request uses few of the values that its scope could have.
// SAFETY: the references lie there from `init` to `deinit`, and are found by indices that were checked against their number.
@safe
package struct CellRow: ~Copyable, @unchecked Sendable {
  private let types: [any Any.Type]
  private let references: UnsafeMutablePointer<OnceReference>

  /// - Parameter types: The type of the value at each index.
  package init(of types: [any Any.Type]) {
    self.types = types
    unsafe references = .allocate(capacity: types.count)
    for index in types.indices { unsafe (references + index).initialize(to: OnceReference()) }
  }

  deinit {
    unsafe references.deinitialize(count: types.count)
    unsafe references.deallocate()
  }

  private func made(_ index: Int) -> Cell? {
    precondition(types.indices.contains(index))
    return unsafe references[index].object()
  }

  /// Where the value at an index lies, if it is ready.
  package func ready(_ index: Int) -> Address? { made(index)?.ready }

  /// The cell at an index.
  package func cell(_ index: Int) -> Cell {
    if let made = made(index) { return made }
    return unsafe references[index].store(Cell(of: types[index]))
  }

  /// Destroys the values. Nobody reads them any more.
  package func clear() { for index in types.indices { made(index)?.clear() } }
}
