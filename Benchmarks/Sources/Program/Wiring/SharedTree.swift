// SPDX-License-Identifier: Apache-2.0
package import Dovetail
package import DovetailComponents

/// `purdi71-shared`: the tree of `purdi71` with two of its classes shared: every further top is 20 objects.
package enum SharedTree {
  package final class Hand: Sendable {
    private let onceFirst = Once<First>()
    private let onceFourth = Once<Fourth>()

    package init() {}

    package var fourth: Fourth { onceFourth.get { Fourth() } }
    package var third: Third { Third(a: fourth, b: fourth) }
    package var second: Second { Second(a: third, b: third, c: third, d: third, e: third) }
    package var first: First { onceFirst.get { First(second: second) } }
    package var top: Top {
      Top(
        first: first, secondA: second, secondB: second, secondC: second, third: third, fourthA: fourth, fourthB: fourth)
    }
  }

  package static func closures() -> Closures {
    Closures { bind in
      bind.single { _ in Fourth() }
      bind.bind { closures in Third(a: closures(), b: closures()) }
      bind.bind { closures in Second(a: closures(), b: closures(), c: closures(), d: closures(), e: closures()) }
      bind.single { closures in First(second: closures()) }
      bind.bind { closures in
        Top(
          first: closures(), secondA: closures(), secondB: closures(), secondC: closures(), third: closures(),
          fourthA: closures(), fourthB: closures())
      }
    }
  }

  package static func container() throws -> Container {
    try Container {
      Bind(Fourth.init).in(.singleton)
      Bind(Third.init)
      Bind(Second.init)
      Bind(First.init).in(.singleton)
      Bind(Top.init)
    }
  }

  package final class Members: Component, Sendable {
    package let instances = Instances()

    package init() {}

    package var fourth: Fourth { single { Fourth() } }
    package var third: Third { transient { Third(a: fourth, b: fourth) } }
    package var second: Second { transient { Second(a: third, b: third, c: third, d: third, e: third) } }
    package var first: First { single { First(second: second) } }
    package var top: Top {
      transient {
        Top(
          first: first, secondA: second, secondB: second, secondC: second, third: third, fourthA: fourth, fourthB: fourth)
      }
    }
  }

  package final class Cells: Component, Sendable {
    package let instances = Instances()
    private let cellFirst = Shared<First>()
    private let cellFourth = Shared<Fourth>()

    package init() {}

    package var fourth: Fourth { cellFourth.get { Fourth() } }
    package var third: Third { Third(a: fourth, b: fourth) }
    package var second: Second { Second(a: third, b: third, c: third, d: third, e: third) }
    package var first: First { cellFirst.get { First(second: second) } }
    package var top: Top {
      Top(
        first: first, secondA: second, secondB: second, secondC: second, third: third, fourthA: fourth, fourthB: fourth)
    }
  }
}
