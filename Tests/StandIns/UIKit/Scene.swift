// SPDX-License-Identifier: Apache-2.0
//
// A scene delegate, as the guide Apps shows it. Scripts/swiftui-test.sh compiles it.
internal import Dovetail
internal import UIKit

final class ShelfViewController: UIViewController {
  init(titles: [String]) {}
}

final class ReportViewController: UIViewController {
  init(report: String) {}
}

struct AppModule: Module {
  var bindings: Bindings {
    Bind(ShelfViewController.init)
    Bind { "Oak" }.contribute()
  }
}

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?
  private var container: Container?

  func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
    guard let scene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: scene)
    do {
      let container = try Container(AppModule())
      window.rootViewController = try container.resolve(ShelfViewController.self)
      self.container = container
    } catch {
      window.rootViewController = ReportViewController(report: "\(error)")
    }
    window.makeKeyAndVisible()
    self.window = window
  }
}
