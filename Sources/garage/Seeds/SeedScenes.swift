// SPDX-License-Identifier: Apache-2.0

/// One short scene for each of the five older systems: what its users did, done with Dovetail.
enum SeedScenes {
  static func show() throws -> String {
    let scenes: [(name: String, lines: () throws -> [String])] = [
      ("Rivet: names, profiles, providers by suffix", RivetScene.lines),
      ("Injineer: declared needs, values, properties that are still nil", InjineerScene.lines),
      ("InDependence: types that carry their binding, relatives, awakening", InDependenceScene.lines),
      ("BTKInjector: protocols, providers, factories, lazy cycles", BTKInjectorScene.lines),
      ("Drip: overrides, several parents, generics", DripScene.lines),
    ]
    return try scenes.map { scene in
      try (["== \(scene.name)"] + scene.lines().map { "  " + $0 }).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }
}
