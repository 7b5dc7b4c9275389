// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
//
// The little of UIKit that a scene delegate touches, with the isolation and the signatures that Apple's documentation gives.

@MainActor open class UIResponder { public init() {} }
@MainActor open class UIScene: UIResponder {
  public final class ConnectionOptions {}
}
@MainActor public final class UIWindowScene: UIScene {}
@MainActor public final class UISceneSession {
  public let persistentIdentifier = ""
}
@MainActor open class UIViewController: UIResponder {}
@MainActor public final class UIWindow {
  public var rootViewController: UIViewController?
  public init(windowScene: UIWindowScene) {}
  public func makeKeyAndVisible() {}
}
@MainActor public protocol UISceneDelegate: AnyObject {
  func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions)
  func sceneDidDisconnect(_ scene: UIScene)
}
// In Objective-C, the protocol's requirements are optional.
extension UISceneDelegate {
  public func sceneDidDisconnect(_ scene: UIScene) {}
}
@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {
  var window: UIWindow? { get set }
}
@MainActor public protocol UIApplicationDelegate: AnyObject {
  init()
}
extension UIApplicationDelegate {
  public static func main() { _ = Self() }
}
