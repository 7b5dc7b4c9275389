// SPDX-License-Identifier: Apache-2.0

/// The name that somebody may have meant.
///
/// - Returns: The closest of some names; `nil` when none is within three typing errors.
func closestName(to name: String, in names: [String]) -> String? {
  let distances = names.map { (name: $0, distance: editDistance(Array(name), Array($0))) }
  return distances.filter { $0.distance <= 3 }.min { $0.distance < $1.distance }?.name
}

/// How many characters have to be added, left out or replaced.
private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
  var row = Array(0...right.count)
  for (place, character) in left.enumerated() {
    var diagonal = row[0]
    row[0] = place + 1
    for (column, other) in right.enumerated() {
      let replaced = diagonal + (character == other ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
    }
  }
  return row[right.count]
}
