// SPDX-License-Identifier: Apache-2.0
package import Dovetail

package struct ShopModule: Module {
  package init() {}

  package var bindings: Bindings {
    Bind(Till.init)
    Bind(Catalogue.init).in(.singleton)
  }
}
