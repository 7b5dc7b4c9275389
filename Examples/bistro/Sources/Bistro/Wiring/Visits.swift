// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailHummingbird
import Hummingbird

/// Opens a scope for every request. It closes when the answer is ready and before it is sent, so that what it promises is committed by
/// then; no answer asks the scope while it is sent. Handlers ask their context for it, and nobody else does.
struct Visits: ScopedRequestMiddleware {
  let container: Container
  let closing = RequestScopeClosing.afterHandler
  let isCurrent = false

  func openScope(_ request: Request, _ context: BistroContext) throws -> OpenScope {
    try container.openScope(Visit.self, Call(logger: context.logger))
  }
}
