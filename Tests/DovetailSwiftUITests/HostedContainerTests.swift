// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Testing
internal import TestSupport

@MainActor @Suite struct `The container of a host` {
  let stage = Stage()

  @Test func `is made when the view appears, and closes when it disappears`() async {
    stage.show("Ada")
    #expect(stage.state == "loading Ada")
    await stage.settle()
    #expect(stage.state == "ready Ada with number 1")
    stage.hide()
    #expect(stage.state == "closing, next nothing")
    await stage.settle()
    #expect(stage.state == "idle")
    #expect(stage.log.lines == ["making Ada", "made Ada", "closing Ada", "closed Ada"])
  }

  @Test func `closes before the one of the next ID is made`() async {
    let closing = Gate()
    stage.show("Ada", closing: closing)
    await stage.settle()
    stage.show("Ben")
    await closing.reached()
    #expect(stage.log.lines == ["making Ada", "made Ada", "closing Ada"])
    closing.open()
    await stage.settle()
    #expect(stage.state == "ready Ben with number 2")
    #expect(stage.log.lines == ["making Ada", "made Ada", "closing Ada", "closed Ada", "making Ben", "made Ben"])
  }

  @Test func `closes when the ID has changed while it was made`() async {
    let making = Gate()
    stage.show("Ada", making: making)
    await making.reached()
    stage.show("Ben")
    #expect(stage.state == "cancelled, next Ben")
    making.open()
    await stage.settle()
    #expect(stage.state == "ready Ben with number 2")
    #expect(stage.log.lines == ["making Ada", "made Ada", "closing Ada", "closed Ada", "making Ben", "made Ben"])
  }

  @Test func `closes when the view has disappeared while it was made`() async {
    let making = Gate()
    stage.show("Ada", making: making)
    await making.reached()
    stage.hide()
    making.open()
    await stage.settle()
    #expect(stage.state == "idle")
    #expect(stage.log.lines == ["making Ada", "made Ada", "closing Ada", "closed Ada"])
  }

  @Test func `is not made to the end when its maker heeds the cancellation`() async {
    let (endless, continuation) = AsyncStream.makeStream(of: Void.self)
    let begun = Gate()
    begun.open()
    stage.show("Ada") {
      await begun.pass()
      for await _ in endless {}
      try Task.checkCancellation()
      return try Container {}
    }
    await begun.reached()
    stage.show("Ben")
    await stage.settle()
    #expect(stage.state == "ready Ben with number 1")
    #expect(stage.log.lines == ["making Ben", "made Ben"])
    continuation.finish()
  }

  @Test func `is not made when its maker was cancelled before it began`() async {
    stage.show("Ada") {
      try Task.checkCancellation()
      return try Container {}
    }
    stage.hide()
    await stage.settle()
    #expect(stage.state == "idle")
  }

  @Test func `is made for the last of two quick changes only`() async {
    let making = Gate()
    stage.show("Ada", making: making)
    await making.reached()
    stage.show("Ben")
    stage.show("Cleo")
    making.open()
    await stage.settle()
    #expect(stage.state == "ready Cleo with number 2")
    #expect(stage.log.lines == ["making Ada", "made Ada", "closing Ada", "closed Ada", "making Cleo", "made Cleo"])
  }

  @Test func `is made for the last of two quick changes while another one closes`() async {
    let closing = Gate()
    stage.show("Ada", closing: closing)
    await stage.settle()
    stage.show("Ben")
    await closing.reached()
    stage.show("Cleo")
    stage.show("Ada")
    closing.open()
    await stage.settle()
    #expect(stage.state == "ready Ada with number 2")
    #expect(stage.log.lines == ["making Ada", "made Ada", "closing Ada", "closed Ada", "making Ada", "made Ada"])
  }

  @Test func `is made anew when the view comes back while it closes`() async {
    let closing = Gate()
    stage.show("Ada", closing: closing)
    await stage.settle()
    stage.hide()
    await closing.reached()
    stage.show("Ada")
    #expect(stage.state == "closing, next Ada")
    closing.open()
    await stage.settle()
    #expect(stage.state == "ready Ada with number 2")
  }

  @Test func `is made once by several retries after a failure`() async {
    stage.show("Ada", failure: Breakdown())
    await stage.settle()
    #expect(stage.state == "failed Ada with out of fuel")
    stage.retry("Ada")
    stage.retry("Ada")
    #expect(stage.state == "loading Ada")
    await stage.settle()
    #expect(stage.state == "ready Ada with number 1")
    #expect(stage.log.lines == ["making Ada", "making Ada", "made Ada"])
  }

  @Test func `is not made by a retry while another one closes`() async {
    let closing = Gate()
    stage.show("Ada", closing: closing)
    await stage.settle()
    stage.show("Ben")
    await closing.reached()
    stage.retry("Ada")
    stage.retry("Ben")
    #expect(stage.state == "closing, next Ben")
    closing.open()
    await stage.settle()
    #expect(stage.state == "ready Ben with number 2")
    #expect(stage.log.lines == ["making Ada", "made Ada", "closing Ada", "closed Ada", "making Ben", "made Ben"])
  }

  @Test func `shows a cancellation that nobody has asked for as a failure`() async {
    stage.show("Ada", failure: CancellationError())
    await stage.settle()
    #expect(stage.state == "failed Ada with CancellationError()")
  }

  @Test func `reports once that it closed with an error, and makes room for the next`() async {
    stage.show("Ada", closeFailure: Breakdown())
    await stage.settle()
    stage.show("Ben", closeFailure: Breakdown("no disk"))
    await stage.settle()
    #expect(stage.state == "ready Ben with number 2")
    stage.hide()
    await stage.settle()
    #expect(
      stage.log.lines == [
        "making Ada", "made Ada", "closing Ada", #"reported [Optional("out of fuel")]"#,
        "making Ben", "made Ben", "closing Ben", #"reported [Optional("no disk")]"#,
      ])
  }

  @Test func `closes when its host goes without a word`() async {
    let closing = Gate()
    stage.show("Ada", closing: closing)
    await stage.settle()
    stage.drop()
    await closing.reached()
    #expect(stage.log.lines == ["making Ada", "made Ada", "closing Ada"])
    closing.open()
  }

  @Test func `closes when its host goes while it is made`() async {
    let (making, closing) = (Gate(), Gate())
    stage.show("Ada", making: making, closing: closing)
    await making.reached()
    stage.drop()
    making.open()
    await closing.reached()
    #expect(stage.log.lines == ["making Ada", "made Ada", "closing Ada"])
    closing.open()
  }

  @Test func `may be a scope, which closes alone`() async throws {
    let log = stage.log
    let container = try Container {
      Bind { "a page" }.in(.scoped(Page.self)).onClose { page in
        await Task.yield()
        log.add("closed \(page)")
      }
    }
    stage.show("Ada") {
      let page = try container.openScope(Page.self)
      log.add("opened \(try await page.resolve(String.self))")
      return page
    }
    await stage.settle()
    stage.hide()
    await stage.settle()
    #expect(log.lines == ["opened a page", "closed a page"])
    #expect(!container.isClosed)
  }
}

private enum Page: ScopeKind {}
