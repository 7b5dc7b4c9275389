// SPDX-License-Identifier: Apache-2.0
package import DovetailRuntime

/// What closes a component: the component itself, or a part of it.
package struct Closer: Sendable {
  let type: any Any.Type
  let isComponent: @Sendable (any Any.Type) -> Bool

  /// - Parameter isComponent: Whether a type is that of a component, and not only of a part.
  package init(_ type: any Any.Type, isComponent: @escaping @Sendable (any Any.Type) -> Bool) {
    (self.type, self.isComponent) = (type, isComponent)
  }
}

extension Instances {
  /// The type of the component. A part does not tell it; the component's own members do, once one was read.
  ///
  /// - Returns: `nil` when a part closes the component, and no member of the component itself was read.
  func component(of closer: Closer) -> (any Any.Type)? {
    if closer.isComponent(closer.type) { return closer.type }
    var found: (any Any.Type)?
    for generation in generations where found == nil {
      generation.table?.forEach { member in
        if closer.isComponent(member.head.pointee.site.owner) { found = member.head.pointee.site.owner }
      }
    }
    return found
  }

  /// The component as errors call it.
  func name(of closer: Closer) -> String {
    if let component = component(of: closer) { return CloseOwner.component(component).description }
    return "the component of its part '\(TypeName(closer.type))'"
  }

  /// The component that has closed, as errors about a member call it.
  ///
  /// - Parameter owner: The type that declares the member.
  func name(of owner: any Any.Type) -> String { closer.map { name(of: $0) } ?? CloseOwner.component(owner).description }

  /// The owner of a member's value, for the closing of the value.
  func owner(of site: MemberSite) -> CloseOwner {
    .named { [weak self] in self?.name(of: site.owner) ?? CloseOwner.component(site.owner).description }
  }

  /// The closing of a single member's values when its component closes.
  package func onClose<Value>(_ hook: CloseHook<Value>?, of site: MemberSite) -> OnClose<Value>? {
    guard let hook else { return nil }
    let step = site.step(in: .single)
    return OnClose([hook.tellingFailures(of: step, to: observers)], owner: owner(of: site), step: step)
  }

  /// The closing of a member's value, which reports its failure to the observers.
  func telling(_ body: @escaping Member.CloseBody, of member: Member.Handle) -> Member.CloseBody {
    guard let observers else { return body }
    let step = member.head.pointee.step
    return { memory in try observers.closing(step) { try body(memory) } }
  }
}
