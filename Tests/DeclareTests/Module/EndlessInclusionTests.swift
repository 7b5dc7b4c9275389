// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import TestSupport

/// Never equal to what it includes.
private struct Endless: Module {
  let depth: Int
  var bindings: Bindings { Include(Endless(depth: depth + 1)) }
}

/// Doubles with every step.
private struct Doubling: Module, Hashable {
  let depth: Int
  var bindings: Bindings {
    Include(Doubling(depth: depth + 1))
    Include(Doubling(depth: depth + 1000))
  }
}

private struct Ping: Module {
  let depth: Int
  var bindings: Bindings {
    Include(Pong(depth: depth + 1))
    Include(Pong(depth: depth + 1))
  }
}

private struct Pong: Module {
  let depth: Int
  var bindings: Bindings {
    Include(Ping(depth: depth + 1))
    Include(Ping(depth: depth + 1))
  }
}

/// Keeps all those around it.
private struct Growing: Module {
  let outer: any Module
  var bindings: Bindings { Include(Growing(outer: self)) }
}

/// Ends, but not while anybody waits for it.
private struct Tree: Module {
  let depth: Int
  /// With a second word it cannot be compared.
  var name = "tree"
  var bindings: Bindings {
    if depth > 0 {
      Include(Tree(depth: depth - 1))
      Include(Tree(depth: depth - 1))
    }
  }
}

/// As deep as it says, and no deeper.
private struct Nested: Module {
  let depth: Int
  var bindings: Bindings {
    if depth > 1 { Include(Nested(depth: depth - 1)) } else { Bind { "the innermost" } }
  }
}

private func doubling(_ depth: Int) -> InlineModule {
  InlineModule("level \(depth)") {
    doubling(depth + 1)
    Include(doubling(depth + 1))
  }
}

private func nested(_ module: InlineModule) -> InlineModule {
  InlineModule("wrapping") {
    module
    Include(nested(nested(module)))
  }
}

@Suite(.timeLimit(.minutes(15))) struct EndlessInclusionTests {
  private static let endless: [(modules: @Sendable () -> any Module, name: String, path: [String])] = [
    ({ Endless(depth: 0) }, "Endless", ["Endless", "Endless"]),
    ({ Doubling(depth: 0) }, "Doubling", ["Doubling", "Doubling"]),
    ({ Ping(depth: 0) }, "Ping", ["Ping", "Pong", "Ping"]),
    ({ Growing(outer: InlineModule {}) }, "Growing", ["Growing", "Growing"]),
    ({ doubling(0) }, "level 512", ["level 511", "level 512"]),
    ({ nested(InlineModule {}) }, "wrapping", ["wrapping", "wrapping"]),
  ]

  @Test(arguments: endless.indices)
  func `modules that include ever new values of themselves are one finding with its way, on a small stack`(index: Int) {
    let (module, name, path) = Self.endless[index]
    let found = Box<Report>()
    Threads.run(stackSize: 256 * 1024) { _ in found.value = Container.check(module()) }
    #expect(
      found.value?.errors.map(\.message)
        == ["'\(name)' includes itself without end: it is nested 512 deep, each time as another value"])
    let finding = found.value?.errors.first
    #expect(finding?.id == .moduleCycle)
    #expect(finding?.path.map(\.key) == path)
    #expect(finding?.path.dropFirst().allSatisfy(\.location.isKnown) == true)
    #expect(finding?.location == finding?.path.last?.location)
    #expect(finding?.help == "let the nesting end by a condition, or include fewer modules inside each other")
  }

  @Test func `modules that are nested as deeply as can be are read, and one level more is a finding`() throws {
    #expect(try Container(Nested(depth: 512)).resolve(String.self) == "the innermost")
    #expect(Container.check(Nested(depth: 513)).errors.map(\.id) == [.moduleCycle])
  }

  @Test func `modules that grow in breadth are one finding with its way`() {
    let report = Container.check(Tree(depth: 40))
    #expect(report.errors.map(\.id) == [.moduleCycle])
    #expect(report.errors.first?.message == "more than 100000 modules are included: reading stopped at 'Tree'")
    #expect((1...41).contains(report.errors.first?.path.count ?? 0))
    #expect(report.errors.first?.path.allSatisfy { $0.key == "Tree" } == true)
    #expect(
      report.errors.first?.help
        == "make modules that store something Hashable, so that equal ones are read once, or include fewer")
  }

  @Test func `what a parent container has read does not count for its child`() throws {
    let parent = try Container {
      for _ in 0..<60_000 { Include(InlineModule {}) }
    }
    let child = try parent.child {
      for _ in 0..<60_000 { Include(InlineModule {}) }
    }
    #expect(child.graph.modules.count == 120_002)
  }
}
