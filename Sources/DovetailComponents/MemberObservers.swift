// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime

/// The observers of the values that a component makes and closes, and the component itself: its instances do not know it.
final class MemberObservers: Sendable {
  let list: ObserverList
  private let owner = Lock<CloseOwner?>(nil)

  /// - Returns: `nil` when there are no observers.
  init?(_ observers: [any Observer]) {
    guard let list = ObserverList(observers) else { return nil }
    self.list = list
  }

  /// Notes the closing component.
  func close(_ owner: CloseOwner) { self.owner.withLock { $0 = owner } }

  /// Reports that the component has closed.
  func tellClosed() {
    guard case .component(let type) = owner.withLock({ $0 }) else { return }
    list.tell(.closed, of: Event.Subject(key: Graph.Key(type: TypeName(type)), scope: .singleton))
  }
}
