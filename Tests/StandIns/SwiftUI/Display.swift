// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Draws a view again and again, as SwiftUI does: a view keeps its state by its place, appears once, is told of changes, and disappears when
/// it is drawn no more. What a view does then is done after the drawing, as there.
@MainActor public final class Display {
  /// What is at a place: the state of a view, or a value that it watches, by place.
  private var states: [String: AnyObject] = [:]
  private var watched: [String: Any] = [:]
  private var appeared: Set<String> = []
  private var leaving: [String: () -> Void] = [:]
  /// What the actions of buttons are, by title.
  var buttons: [String: @MainActor () -> Void] = [:]
  /// What was there before the drawing in progress.
  private var last: (states: [String: AnyObject], watched: [String: Any], appeared: Set<String>) = ([:], [:], [])
  private var pending: [() -> Void] = []

  public init() {}

  public func draw(_ view: some View) -> [String] { update { SwiftUI.draw(view, in: $0) } }

  /// Lets all views disappear.
  public func clear() { _ = update { _ in [] } }

  public func tap(_ title: String) { buttons[title]?() }

  private func update(_ draw: (EnvironmentValues) -> [String]) -> [String] {
    let disappearing = leaving
    last = (states, watched, appeared)
    (states, watched, appeared, leaving, buttons, pending) = ([:], [:], [], [:], [:], [])
    var environment = EnvironmentValues()
    environment.display = self
    let lines = draw(environment)
    for (place, action) in disappearing.sorted(by: { $0.key < $1.key }) where leaving[place] == nil { action() }
    for action in pending { action() }
    return lines
  }

  /// The state at a place: that of before, or else a new one.
  func kept(_ new: AnyObject, at place: String) -> AnyObject {
    let state = last.states[place] ?? new
    states[place] = state
    return state
  }

  func appears(_ place: String, _ action: (() -> Void)?) {
    appeared.insert(place)
    if let action, !last.appeared.contains(place) { pending.append(action) }
  }

  func disappears(_ place: String, _ action: (() -> Void)?) { leaving[place] = action }

  func watches<Value: Equatable>(_ value: Value, _ place: String, _ action: @escaping () -> Void) {
    watched[place] = value
    if let before = last.watched[place] as? Value, before != value { pending.append(action) }
  }
}
