// SPDX-License-Identifier: Apache-2.0

/// The numbers below a count, sorted; equal ones keep their order.
///
/// Sorts whatever the numbers are the places of: the standard library's sort is compiled again for every type of element.
package func sortedPlaces(_ count: Int, by precedes: (Int, Int) -> Bool) -> [Int] { (0..<count).sorted(by: precedes) }

extension [Int] {
  /// The numbers in an order; equal ones keep theirs. See ``sortedPlaces(_:by:)``.
  package func inOrder(_ precedes: (Int, Int) -> Bool) -> [Int] {
    count < 2 ? self : sortedPlaces(count) { precedes(self[$0], self[$1]) }.map { self[$0] }
  }
}
