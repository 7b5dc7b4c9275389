// SPDX-License-Identifier: Apache-2.0

package struct Catalogue: Sendable {
  package let titles = ["Joinery", "Veneers"]
  package init() {}
}

package struct Till: Sendable {
  package let catalogue: Catalogue
  package init(catalogue: Catalogue) { self.catalogue = catalogue }
}
