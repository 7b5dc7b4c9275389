// SPDX-License-Identifier: Apache-2.0
package import Dovetail
package import DovetailComponents

/// `deep`: a chain of twenty transients.
package enum Chain {
  package struct Hand: Sendable {
    package init() {}
    package var link0: Link0 { Link0() }
    package var link1: Link1 { Link1(next: link0) }
    package var link2: Link2 { Link2(next: link1) }
    package var link3: Link3 { Link3(next: link2) }
    package var link4: Link4 { Link4(next: link3) }
    package var link5: Link5 { Link5(next: link4) }
    package var link6: Link6 { Link6(next: link5) }
    package var link7: Link7 { Link7(next: link6) }
    package var link8: Link8 { Link8(next: link7) }
    package var link9: Link9 { Link9(next: link8) }
    package var link10: Link10 { Link10(next: link9) }
    package var link11: Link11 { Link11(next: link10) }
    package var link12: Link12 { Link12(next: link11) }
    package var link13: Link13 { Link13(next: link12) }
    package var link14: Link14 { Link14(next: link13) }
    package var link15: Link15 { Link15(next: link14) }
    package var link16: Link16 { Link16(next: link15) }
    package var link17: Link17 { Link17(next: link16) }
    package var link18: Link18 { Link18(next: link17) }
    package var link19: Link19 { Link19(next: link18) }
  }

  package static func closures() -> Closures {
    Closures { bind in
      bind.bind { _ in Link0() }
      bind.bind { closures in Link1(next: closures()) }
      bind.bind { closures in Link2(next: closures()) }
      bind.bind { closures in Link3(next: closures()) }
      bind.bind { closures in Link4(next: closures()) }
      bind.bind { closures in Link5(next: closures()) }
      bind.bind { closures in Link6(next: closures()) }
      bind.bind { closures in Link7(next: closures()) }
      bind.bind { closures in Link8(next: closures()) }
      bind.bind { closures in Link9(next: closures()) }
      bind.bind { closures in Link10(next: closures()) }
      bind.bind { closures in Link11(next: closures()) }
      bind.bind { closures in Link12(next: closures()) }
      bind.bind { closures in Link13(next: closures()) }
      bind.bind { closures in Link14(next: closures()) }
      bind.bind { closures in Link15(next: closures()) }
      bind.bind { closures in Link16(next: closures()) }
      bind.bind { closures in Link17(next: closures()) }
      bind.bind { closures in Link18(next: closures()) }
      bind.bind { closures in Link19(next: closures()) }
    }
  }

  package static func container() throws -> Container {
    try Container {
      Bind(Link0.init)
      Bind(Link1.init)
      Bind(Link2.init)
      Bind(Link3.init)
      Bind(Link4.init)
      Bind(Link5.init)
      Bind(Link6.init)
      Bind(Link7.init)
      Bind(Link8.init)
      Bind(Link9.init)
      Bind(Link10.init)
      Bind(Link11.init)
      Bind(Link12.init)
      Bind(Link13.init)
      Bind(Link14.init)
      Bind(Link15.init)
      Bind(Link16.init)
      Bind(Link17.init)
      Bind(Link18.init)
      Bind(Link19.init)
    }
  }

  package final class Members: Component, Sendable {
    package let instances = Instances()

    package init() {}

    package var link0: Link0 { transient { Link0() } }
    package var link1: Link1 { transient { Link1(next: link0) } }
    package var link2: Link2 { transient { Link2(next: link1) } }
    package var link3: Link3 { transient { Link3(next: link2) } }
    package var link4: Link4 { transient { Link4(next: link3) } }
    package var link5: Link5 { transient { Link5(next: link4) } }
    package var link6: Link6 { transient { Link6(next: link5) } }
    package var link7: Link7 { transient { Link7(next: link6) } }
    package var link8: Link8 { transient { Link8(next: link7) } }
    package var link9: Link9 { transient { Link9(next: link8) } }
    package var link10: Link10 { transient { Link10(next: link9) } }
    package var link11: Link11 { transient { Link11(next: link10) } }
    package var link12: Link12 { transient { Link12(next: link11) } }
    package var link13: Link13 { transient { Link13(next: link12) } }
    package var link14: Link14 { transient { Link14(next: link13) } }
    package var link15: Link15 { transient { Link15(next: link14) } }
    package var link16: Link16 { transient { Link16(next: link15) } }
    package var link17: Link17 { transient { Link17(next: link16) } }
    package var link18: Link18 { transient { Link18(next: link17) } }
    package var link19: Link19 { transient { Link19(next: link18) } }
  }
}
