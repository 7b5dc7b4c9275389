// SPDX-License-Identifier: Apache-2.0
import DovetailGraph
import DovetailLifecycle
import DovetailNames
import Testing

@testable import Dovetail
import CoreTestSupport
import TestSupport

private enum Visit: ScopeKind {}
private struct Storey: Sendable {}

/// A bind for everything that a graph can say of one.
private struct Everything: Module {
  var bindings: Bindings {
    Bind { Road() }.in(.singleton)
    Bind { (_: Road) in 1 }
    Bind { (_: Road, _: Int) in "" }
    Bind { (_: Road, _: Int, _: String) in 2.0 }.in(.graph)
    Bind { (_: Provider<Road>, _: Int?, _: Lazy<String>) in true }
    Bind { (_: any Resolver) in Character("a") }
    Bind { (_: any Resolver) in Float(1) }.needs(Key(Int.self, named: "spare"))
    Bind { Int8(1) }.named("spare").needs(Int.self, named: "spare")
    Bind { (_: Int, text: String) in Int16(text.count) }.arguments(Int.self)
    Bind { (text: String) in Int32(text.count) }.arguments(defaults: "text")
    Bind { (_: [Road], _: [String: Road]) in Int64(1) }.allowEmpty([Road].self).allowEmpty([String: Road].self)
    Bind { Road() }.contribute(key: "main").in(.weak)
    Bind { UInt8(1) }.private
    Bind { Storey() }.in(.scoped(Visit.self)).onClose { _ in }
    Bind { UInt16(1) }.in(.singleton).onStart { _ in }
    Bind { () async in UInt32(1) }.in(.singleton)
    Bind { @MainActor in UInt64(1) }
    Bind(instance: UInt(1))
    Decorate(Int.self) { (inner: Int) in inner }
    NamedBind("dynamic", needs: ["other"]) { _ in 3 }
    NamedBind("other") { _ in 3 }
    Bind { (_: @escaping () -> Road) in Set<Int>() }
  }
}

private struct Instead: Module {
  var bindings: Bindings { Bind { 7 } }
}

@Suite struct OutlineTests {
  @Test func `what a container checks is what its graph says`() throws {
    let draft = PlanInput(layers: [[Everything()], [Instead()]], roots: [Root(String.self)]).draft()
    let (checked, said) = (draft.wiring.outline, Wiring(draft.wiring.graph).outline)
    let count = draft.wiring.graph.bindings.count
    #expect(count > 20)
    #expect(checked.count == count)
    #expect(said.count == count)
    #expect(checked.found == said.found)
    #expect(checked.frame.roots == said.frame.roots)
    for (index, binding) in draft.wiring.graph.bindings.enumerated() {
      for outline in [checked, said] {
        #expect(outline.key(of: index) == binding.key)
        #expect(outline.arguments(of: index) == binding.arguments)
        #expect(outline[index].marks == Outline.Marks(of: binding))
        #expect(outline[index].place.module == binding.module)
        #expect(outline[index].place.level == binding.level)
        #expect(outline[index].place.layer == binding.layer)
        #expect(outline.places(of: index).map { outline.need(at: $0) } == binding.needs)
      }
    }
    #expect(draft.wiring.links == Wiring(draft.wiring.graph).links)
  }
}
