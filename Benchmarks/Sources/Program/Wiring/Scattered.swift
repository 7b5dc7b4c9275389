// SPDX-License-Identifier: Apache-2.0
package import DovetailComponents

extension Services {
  /// The members of ``Members`` on lines far apart, as in a long file.
  package final class Scattered: Component, Sendable {
    package let instances = Instances()

    package init() {}

    #sourceLocation(file:"Scattered.swift",line:89)
    package var clock: Clock { single { Clock() } }
    #sourceLocation(file:"Scattered.swift",line:140)
    package var store: Store { single { Store() } }
    #sourceLocation(file:"Scattered.swift",line:208)
    package var log: Log { single { Log() } }
    #sourceLocation(file:"Scattered.swift",line:254)
    package var watch: Watch { transient { Watch(clock: clock) } }
    #sourceLocation(file:"Scattered.swift",line:301)
    package var shelf: Shelf { transient { Shelf(store: store) } }
    #sourceLocation(file:"Scattered.swift",line:368)
    package var diary: Diary { transient { Diary(log: log) } }
    #sourceLocation(file:"Scattered.swift",line:414)
    package var complex: Complex {
      transient { Complex(clock: clock, store: store, log: log, watch: watch, shelf: shelf, diary: diary) }
    }
    #sourceLocation()
  }
}
