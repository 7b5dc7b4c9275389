// SPDX-License-Identifier: Apache-2.0
package import Dovetail
package import Testing
internal import TestSupport

/// Needs what needs it.
package final class Hen: Sendable {
  package init(_ egg: Egg) {}
}

/// Needs what needs it.
package final class Egg: Sendable {
  package init(_ hen: Hen) {}
}

/// Both at once: two threads ask, one from each end, and wait for each other.
package enum HenAndEgg {
  /// - Parameters:
  ///   - scope: How both are shared.
  ///   - open: What the threads ask, made from a container of both.
  /// - Returns: What was asked.
  @discardableResult
  package static func expectLoop<Asked: Resolver>(
    in scope: Scope.Shared, asking open: (Container) throws -> Asked, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> Asked {
    let line = StartingLine(2)
    let first = Counter()
    let container = try Container {
      Bind { (resolver: any Resolver) in
        if first.add() <= 2 { line.wait() }
        return Hen(try resolver.resolve())
      }.in(scope)
      Bind { (resolver: any Resolver) in
        if first.add() <= 2 { line.wait() }
        return Egg(try resolver.resolve())
      }.in(scope)
    }
    let asked = try open(container)
    let messages = Log()
    Threads.run(2) { index in
      messages.add(failure { index == 0 ? try asked.resolve(Hen.self) as Any : try asked.resolve(Egg.self) })
    }
    // Both have begun before either asks; the one that asks last sees the loop, and its failure is the other one's too.
    #expect(messages.lines.count == 2, sourceLocation: sourceLocation)
    for text in messages.lines {
      let isHen = text.contains("'Hen' waits for itself across threads: 'Hen' -> 'Egg' -> 'Hen'")
      let isEgg = text.contains("'Egg' waits for itself across threads: 'Egg' -> 'Hen' -> 'Egg'")
      #expect(isHen != isEgg, "\(text)", sourceLocation: sourceLocation)
      #expect(text.hasPrefix("[dependency-cycle] "), sourceLocation: sourceLocation)
    }
    return asked
  }
}
