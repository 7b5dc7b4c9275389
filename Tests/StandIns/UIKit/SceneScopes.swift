// SPDX-License-Identifier: Apache-2.0
//
// A scope for each scene, as the guide Apps shows it. Scripts/swiftui-test.sh compiles it together with Scene.swift.
internal import Dovetail
internal import UIKit

struct SceneName: Sendable {
  let text: String
}

enum ReadingScene: ScopeKind {
  typealias Input = Inputs<SceneName>
}

@MainActor final class Notes {
  let name: SceneName

  init(name: SceneName) { self.name = name }

  func save() async {}
}

final class NotesViewController: UIViewController {
  init(notes: Notes) {}
}

struct ReadingModule: Module {
  var bindings: Bindings {
    Bind(Notes.init).in(.scoped(ReadingScene.self)).onClose { await $0.save() }
    Bind(NotesViewController.init)
  }
}

@main final class AppDelegate: UIResponder, UIApplicationDelegate {
  static let start = Result { try Container(ReadingModule()) }
}

final class ReadingSceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?
  private var scope: OpenScope?

  func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
    guard let scene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: scene)
    do {
      let name = SceneName(text: session.persistentIdentifier)
      let scope = try AppDelegate.start.get().openScope(ReadingScene.self, name)
      self.scope = scope
      window.rootViewController = try scope.resolve(NotesViewController.self)
    } catch {
      window.rootViewController = ReportViewController(report: "\(error)")
    }
    window.makeKeyAndVisible()
    self.window = window
  }

  func sceneDidDisconnect(_ scene: UIScene) {
    window = nil
    guard let scope else { return }
    self.scope = nil
    Task {
      do { try await scope.close() } catch { print("\(error)") }
    }
  }
}
