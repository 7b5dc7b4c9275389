// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailHummingbird
import Foundation
import Hummingbird

/// What is known about one request, and who answers it.
///
/// The handlers ask it for desks and do not know who made them: a scope of a container, or code written by hand.
struct BistroContext: ScopedRequestContext {
  private static let encoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()
  private static let decoder = JSONDecoder()

  var coreContext: CoreRequestContextStorage
  var maxUploadSize = 64 * 1024
  /// The scope of the request, in the bistro that Dovetail wires.
  var scope: OpenScope?
  /// What was made for the request, in the bistro that is wired by hand.
  var handMade: HandMadeDesks?

  init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }

  var responseEncoder: JSONEncoder { BistroContext.encoder }
  var requestDecoder: JSONDecoder { BistroContext.decoder }
}

extension BistroContext {
  var menu: MenuDesk {
    get throws { try handMade?.menu ?? resolve() }
  }

  var tables: TableDesk {
    get throws { try handMade?.tables ?? resolve() }
  }

  var orders: OrderDesk {
    get throws { try handMade?.orders ?? resolve() }
  }

  var transaction: Transaction {
    get throws { try handMade?.transaction ?? resolve() }
  }
}
