// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

enum AsyncNeed: DiagnosticGuide {
  static let id = Diagnostic.ID.asyncNeed

  static func wrong() -> Report { Container.check(AsyncNeedWrong.SiteModule()) }
  static func right() -> Report { Container.check(AsyncNeedRight.SiteModule()) }
}

enum AsyncNeedWrong {
  #sourceLocation(file:"SiteModule.swift",line:1)
  struct Session: Sendable {
    init() async throws {}
  }

  struct Page: Sendable {
    let session: Session
  }

  struct SiteModule: Module {
    var bindings: Bindings {
      Bind(Session.init)
      Bind(Page.init)
    }
  }
  #sourceLocation()
}

enum AsyncNeedRight {
  struct Session: Sendable {
    init() async throws {}
  }

  struct Page: Sendable {
    let session: Session

    init(session: Session) async { self.session = session }
  }

  struct SiteModule: Module {
    var bindings: Bindings {
      Bind(Session.init)
      Bind(Page.init)
    }
  }
}
