// SPDX-License-Identifier: Apache-2.0

// The graph that Pure.DI (github.com/DevTeam/Pure.DI) measures with: 71 objects when all are transient.

package final class Fourth: Sendable { init() { Tally.now.made += 1 } }

package final class Third: Sendable {
  let a: Fourth, b: Fourth
  package init(a: Fourth, b: Fourth) {
    (self.a, self.b) = (a, b)
    Tally.now.made += 1
  }
}

package final class Second: Sendable {
  let a: Third, b: Third, c: Third, d: Third, e: Third
  package init(a: Third, b: Third, c: Third, d: Third, e: Third) {
    (self.a, self.b, self.c, self.d, self.e) = (a, b, c, d, e)
    Tally.now.made += 1
  }
}

package final class First: Sendable {
  let second: Second
  package init(second: Second) {
    self.second = second
    Tally.now.made += 1
  }
}

package final class Top: Sendable {
  let first: First
  let secondA: Second, secondB: Second, secondC: Second
  let third: Third
  let fourthA: Fourth, fourthB: Fourth
  package init(first: First, secondA: Second, secondB: Second, secondC: Second, third: Third, fourthA: Fourth, fourthB: Fourth) {
    (self.first, self.secondA, self.secondB, self.secondC) = (first, secondA, secondB, secondC)
    (self.third, self.fourthA, self.fourthB) = (third, fourthA, fourthB)
    Tally.now.made += 1
  }
}
