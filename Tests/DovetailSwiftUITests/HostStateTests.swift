// SPDX-License-Identifier: Apache-2.0
@testable internal import DovetailSwiftUI
internal import Testing
internal import TestSupport

@Suite struct `The state of a host` {
  @Test func `makes what a view wants, and closes it when the view is gone`() {
    expect(
      .show("Ada"), .made("home"), .hide, .closed,
      is: """
        show Ada: make, loading Ada
        made home: ready Ada with home
        hide: close home, closing, next nothing
        closed: idle
        """)
  }

  @Test func `stays when the same is wanted again`() {
    expect(
      .show("Ada"), .show("Ada"), .made("home"), .show("Ada"),
      is: """
        show Ada: make, loading Ada
        show Ada: loading Ada
        made home: ready Ada with home
        show Ada: ready Ada with home
        """)
  }

  @Test func `closes what is there before it makes the next`() {
    expect(
      .show("Ada"), .made("home"), .show("Ben"), .closed, .made("house"),
      is: """
        show Ada: make, loading Ada
        made home: ready Ada with home
        show Ben: close home, closing, next Ben
        closed: make, loading Ben
        made house: ready Ben with house
        """)
  }

  @Test func `closes what is ready too late, and then makes the next`() {
    expect(
      .show("Ada"), .show("Ben"), .made("home"), .closed,
      is: """
        show Ada: make, loading Ada
        show Ben: cancel, cancelled, next Ben
        made home: close home, closing, next Ben
        closed: make, loading Ben
        """)
  }

  @Test func `closes what is ready after the view is gone`() {
    expect(
      .show("Ada"), .hide, .made("home"), .closed,
      is: """
        show Ada: make, loading Ada
        hide: cancel, cancelled, next nothing
        made home: close home, closing, next nothing
        closed: idle
        """)
  }

  @Test func `ignores the error of what nobody wants any more`() {
    expect(
      .show("Ada"), .show("Ben"), .failed, .hide, .failed,
      is: """
        show Ada: make, loading Ada
        show Ben: cancel, cancelled, next Ben
        failed: make, loading Ben
        hide: cancel, cancelled, next nothing
        failed: idle
        """)
  }

  @Test func `makes only the last of several that are wanted quickly`() {
    expect(
      .show("Ada"), .show("Ben"), .show("Cleo"), .made("home"), .show("Dan"), .show("Eve"), .closed,
      is: """
        show Ada: make, loading Ada
        show Ben: cancel, cancelled, next Ben
        show Cleo: cancelled, next Cleo
        made home: close home, closing, next Cleo
        show Dan: closing, next Dan
        show Eve: closing, next Eve
        closed: make, loading Eve
        """)
  }

  @Test func `makes anew what was cancelled and is wanted again`() {
    expect(
      .show("Ada"), .hide, .show("Ada"), .failed, .made("home"),
      is: """
        show Ada: make, loading Ada
        hide: cancel, cancelled, next nothing
        show Ada: cancelled, next Ada
        failed: make, loading Ada
        made home: ready Ada with home
        """)
  }

  @Test func `tries again only after a failure, and only for the same view`() {
    expect(
      .retry("Ada"), .show("Ada"), .retry("Ada"), .failed, .show("Ada"), .retry("Ben"), .retry("Ada"), .retry("Ada"),
      .made("home"), .retry("Ada"), .show("Ben"), .retry("Ada"), .retry("Ben"),
      is: """
        retry Ada: idle
        show Ada: make, loading Ada
        retry Ada: loading Ada
        failed: failed Ada with out of fuel
        show Ada: failed Ada with out of fuel
        retry Ben: failed Ada with out of fuel
        retry Ada: make, loading Ada
        retry Ada: loading Ada
        made home: ready Ada with home
        retry Ada: ready Ada with home
        show Ben: close home, closing, next Ben
        retry Ada: closing, next Ben
        retry Ben: closing, next Ben
        """)
  }

  @Test func `leaves a failure behind with its view or its ID`() {
    expect(
      .show("Ada"), .failed, .show("Ben"), .failed, .hide, .show("Ben"),
      is: """
        show Ada: make, loading Ada
        failed: failed Ada with out of fuel
        show Ben: make, loading Ben
        failed: failed Ben with out of fuel
        hide: idle
        show Ben: make, loading Ben
        """)
  }

  @Test func `changes nothing when a view goes that wants nothing`() {
    expect(
      .hide, .show("Ada"), .hide, .hide, .made("home"), .hide, .closed, .hide, .closed,
      is: """
        hide: idle
        show Ada: make, loading Ada
        hide: cancel, cancelled, next nothing
        hide: cancelled, next nothing
        made home: close home, closing, next nothing
        hide: closing, next nothing
        closed: idle
        hide: idle
        closed: idle
        """)
  }

  /// Lets events happen, and compares what is to be done, and the state, after each.
  private func expect(_ events: Event..., is wanted: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    var state = HostState<String, String>.idle
    let lines = events.map { event in
      let action = event.happen(to: &state)
      return "\(event): \(action.map { "\(described($0)), " } ?? "")\(state)"
    }
    #expect(lines.joined(separator: "\n") == wanted, sourceLocation: sourceLocation)
  }

  private func described(_ action: HostState<String, String>.Action) -> String {
    switch action {
    case .make: "make"
    case .cancel: "cancel"
    case .close(let resource): "close \(resource)"
    }
  }
}

private enum Event: CustomStringConvertible {
  case show(String)
  case hide
  case retry(String)
  case made(String)
  case failed
  case closed

  func happen(to state: inout HostState<String, String>) -> HostState<String, String>.Action? {
    switch self {
    case .show(let id): state.show(id)
    case .hide: state.hide()
    case .retry(let id): state.retry(id)
    case .made(let resource): state.made(.success(resource))
    case .failed: state.made(.failure(Breakdown()))
    case .closed: state.closed()
    }
  }

  var description: String {
    switch self {
    case .show(let id): "show \(id)"
    case .hide: "hide"
    case .retry(let id): "retry \(id)"
    case .made(let resource): "made \(resource)"
    case .failed: "failed"
    case .closed: "closed"
    }
  }
}
