// SPDX-License-Identifier: Apache-2.0
import FactoryKit

/// The first screen of the app.
final class ParcelScreen {
  @Injected(\.tracker) private var tracker
  @Injected(\.inbox) private var inbox

  func open(_ number: String) -> ParcelModel { Container.shared.model(number) }

  func start() {
    let office = OfficeContainer.shared
    _ = (Container.shared.sync(), Container.shared.van(), office.archive(), office.cabinet())
    _ = Container.shared.billing()
  }
}
