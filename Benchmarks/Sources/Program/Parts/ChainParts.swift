// SPDX-License-Identifier: Apache-2.0

// A chain of twenty objects, each of which takes the one before.

package final class Link0: Sendable { init() { Tally.now.made += 1 } }

package final class Link1: Sendable {
  let next: Link0
  package init(next: Link0) {
    self.next = next
    Tally.now.made += 1
  }
}

package final class Link2: Sendable {
  let next: Link1
  package init(next: Link1) {
    self.next = next
    Tally.now.made += 1
  }
}

package final class Link3: Sendable {
  let next: Link2
  package init(next: Link2) {
    self.next = next
    Tally.now.made += 1
  }
}

package final class Link4: Sendable {
  let next: Link3
  package init(next: Link3) {
    self.next = next
    Tally.now.made += 1
  }
}

package final class Link5: Sendable {
  let next: Link4
  package init(next: Link4) {
    self.next = next
    Tally.now.made += 1
  }
}

package final class Link6: Sendable {
  let next: Link5
  package init(next: Link5) {
    self.next = next
    Tally.now.made += 1
  }
}

package final class Link7: Sendable {
  let next: Link6
  package init(next: Link6) {
    self.next = next
    Tally.now.made += 1
  }
}

package final class Link8: Sendable {
  let next: Link7
  package init(next: Link7) {
    self.next = next
    Tally.now.made += 1
  }
}

package final class Link9: Sendable {
  let next: Link8
  package init(next: Link8) {
    self.next = next
    Tally.now.made += 1
  }
}

package final class Link10: Sendable {
  let next: Link9
  package init(next: Link9) {
    self.next = next
    Tally.now.made += 1
  }
}

package final class Link11: Sendable {
  let next: Link10
  package init(next: Link10) {
    self.next = next
    Tally.now.made += 1
  }
}

package final class Link12: Sendable {
  let next: Link11
  package init(next: Link11) {
    self.next = next
    Tally.now.made += 1
  }
}

package final class Link13: Sendable {
  let next: Link12
  package init(next: Link12) {
    self.next = next
    Tally.now.made += 1
  }
}

package final class Link14: Sendable {
  let next: Link13
  package init(next: Link13) {
    self.next = next
    Tally.now.made += 1
  }
}

package final class Link15: Sendable {
  let next: Link14
  package init(next: Link14) {
    self.next = next
    Tally.now.made += 1
  }
}

package final class Link16: Sendable {
  let next: Link15
  package init(next: Link15) {
    self.next = next
    Tally.now.made += 1
  }
}

package final class Link17: Sendable {
  let next: Link16
  package init(next: Link16) {
    self.next = next
    Tally.now.made += 1
  }
}

package final class Link18: Sendable {
  let next: Link17
  package init(next: Link17) {
    self.next = next
    Tally.now.made += 1
  }
}

package final class Link19: Sendable {
  let next: Link18
  package init(next: Link18) {
    self.next = next
    Tally.now.made += 1
  }
}
