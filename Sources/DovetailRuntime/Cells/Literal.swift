// SPDX-License-Identifier: Apache-2.0

/// A text in the program's code. A literal is nearly always at one address, which tells it from others without a look at the text.
@usableFromInline
package struct Literal: Sendable {
  private let literal: StaticString

  package init(_ literal: StaticString) { self.literal = literal }

  package var text: String { "\(literal)" }

  package var address: UInt { Literal.address(of: literal) }

  @inlinable
  package static func address(of literal: StaticString) -> UInt { UInt(bitPattern: unsafe literal.utf8Start) }

  /// Whether it is the name of a function that takes arguments: such a name ends with ":)", and no other does.
  package var namesArguments: Bool {
    let size = literal.utf8CodeUnitCount
    return unsafe size > 2 && literal.utf8Start[size - 2] == UInt8(ascii: ":")
  }
}
