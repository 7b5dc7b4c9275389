// SPDX-License-Identifier: Apache-2.0
package import Dovetail
internal import DovetailLifecycle
internal import DovetailRelatives

/// How the container of a test is made.
package struct TestRecipe: Sendable {
  /// The modules: `[layer][module]`; a later layer overrides those before it.
  let layers: [[any Module]]
  let roots: [Root]
  let extensions: [any Extension]
  /// Asked for every container, so that no two of them share what they are given.
  let observers: @Sendable () -> [any Observer]
  let watching: TestWatch
  let observesReuse: Bool

  package init(
    _ layers: [[any Module]], _ roots: [Root], _ extensions: [any Extension],
    _ observers: @escaping @Sendable () -> [any Observer], _ watching: TestWatch, _ observesReuse: Bool
  ) {
    self.layers = layers
    self.roots = roots
    self.extensions = extensions
    self.observers = observers
    self.watching = watching
    self.observesReuse = observesReuse
  }
}

/// The container of one test, and what watches it.
package final class TestSession: Sendable {
  /// How long what the container made may take to go.
  package static let patience = Duration.seconds(1)

  /// Remembers what the container does.
  package let recorder: RecordingObserver
  private let instances: InstanceWatch?
  private let live: LiveWatch?
  private let held: Lock<Container?>

  /// Makes the container.
  ///
  /// - Throws: `GraphError` with all findings, among them overrides that replace nothing.
  package init(_ recipe: TestRecipe) throws(GraphError) {
    recorder = RecordingObserver(observesReuse: recipe.observesReuse)
    instances = recipe.watching.contains(.outliving) ? InstanceWatch() : nil
    live = recipe.watching.contains(.live) ? LiveWatch() : nil
    let watches: [(any Observer)?] = [recorder, instances, live]
    let container = try Container(
      layers: recipe.layers, roots: recipe.roots, extensions: recipe.extensions,
      observers: watches.compactMap { $0 } + recipe.observers())
    instances?.watch(container)
    held = Lock(container)
  }

  /// Takes over a container that is made from another one's modules, and told to the same observers: those watch both.
  init(_ container: Container, recorder: RecordingObserver) {
    self.recorder = recorder
    instances = nil
    live = nil
    held = Lock(container)
  }

  /// The container, until the session ends.
  package var container: Container? { held.withLock { $0 } }

  /// Stops the container if it was started, closes it and lets go of it.
  ///
  /// - Returns: What went wrong, a text for each: errors when stopping, errors when closing, live binds that were built.
  package func end() async -> [String] {
    let last = held.withLock { container in
      defer { container = nil }
      return container
    }
    guard let last else { return [] }
    instances?.know(referring: last.referring)
    var findings: [String] = []
    if last.state == .running || last.state == .starting {
      do { try await last.stop() } catch { findings.append("\(error)") }
    }
    do { try await last.close() } catch { findings.append("\(error)") }
    findings += live?.findings(in: last.graph).map(\.description) ?? []
    return findings
  }

  /// What is still there of what the container made, once nobody else should hold it; see ``TestWatch/outliving``.
  ///
  /// - Returns: `nil` when nothing is.
  package func outliving() async -> String? {
    // Errors that were told may hold what the container made.
    recorder.removeAll()
    return await instances?.finding(after: TestSession.patience)?.description
  }
}
