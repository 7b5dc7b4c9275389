// SPDX-License-Identifier: Apache-2.0
package import Dovetail
package import DovetailComponents

/// `purdi71`: a tree of 71 transients.
package enum Tree {
  package struct Hand: Sendable {
    package init() {}
    package var fourth: Fourth { Fourth() }
    package var third: Third { Third(a: fourth, b: fourth) }
    package var second: Second { Second(a: third, b: third, c: third, d: third, e: third) }
    package var first: First { First(second: second) }
    package var top: Top {
      Top(
        first: first, secondA: second, secondB: second, secondC: second, third: third, fourthA: fourth, fourthB: fourth)
    }
  }

  package static func closures() -> Closures {
    Closures { bind in
      bind.bind { _ in Fourth() }
      bind.bind { closures in Third(a: closures(), b: closures()) }
      bind.bind { closures in Second(a: closures(), b: closures(), c: closures(), d: closures(), e: closures()) }
      bind.bind { closures in First(second: closures()) }
      bind.bind { closures in
        Top(
          first: closures(), secondA: closures(), secondB: closures(), secondC: closures(), third: closures(),
          fourthA: closures(), fourthB: closures())
      }
    }
  }

  package static func container() throws -> Container {
    try Container {
      Bind(Fourth.init)
      Bind(Third.init)
      Bind(Second.init)
      Bind(First.init)
      Bind(Top.init)
    }
  }

  package final class Members: Component, Sendable {
    package let instances = Instances()

    package init() {}

    package var fourth: Fourth { transient { Fourth() } }
    package var third: Third { transient { Third(a: fourth, b: fourth) } }
    package var second: Second { transient { Second(a: third, b: third, c: third, d: third, e: third) } }
    package var first: First { transient { First(second: second) } }
    package var top: Top {
      transient {
        Top(
          first: first, secondA: second, secondB: second, secondC: second, third: third, fourthA: fourth, fourthB: fourth)
      }
    }
  }
}
