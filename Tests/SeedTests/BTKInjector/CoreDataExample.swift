// SPDX-License-Identifier: Apache-2.0

// The example of BTKInjector's document: a store behind a protocol, and a class that is given it. Nothing is imported here.

enum CoreDataExample {
  protocol CoreData: AnyObject, Sendable {
    var model: String { get }
  }

  final class CoreDataImpl: CoreData {
    let model = "Model.momd"
    init() {}
  }

  protocol YourClass: AnyObject, Sendable {
    var coreData: any CoreData { get }
  }

  final class YourClassImpl: YourClass {
    let coreData: any CoreData
    init(coreData: any CoreData) { self.coreData = coreData }
  }

  protocol Sample: AnyObject, Sendable {
    var text: String { get }
    var coreData: any CoreData { get }
  }

  final class SampleImpl: Sample {
    let text: String
    let coreData: any CoreData
    init(text: String, coreData: any CoreData) { (self.text, self.coreData) = (text, coreData) }
  }

  /// The user's own factory, with its own signature.
  protocol SampleFactory: AnyObject, Sendable {
    func sample(with text: String) -> any Sample
  }
}
