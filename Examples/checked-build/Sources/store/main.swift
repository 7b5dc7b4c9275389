// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Shop

let till = try Container(ShopModule()).resolve(Till.self)
print("for sale: " + till.catalogue.titles.joined(separator: ", "))
