// SPDX-License-Identifier: Apache-2.0
package import Dovetail
internal import DovetailLifecycle
internal import DovetailRelatives

/// The ingredients of a test's container.
package struct TestRecipe: Sendable {
  /// The modules: `[layer][module]`; a later layer overrides those before it.
  let layers: [[any Module]]
  let standIns: StandIns
  let roots: [Root]
  let extensions: [any Extension]
  /// Called for every container, so that no two of them share an observer.
  let observers: @Sendable () -> [any Observer]
  let watching: TestWatch
  let observesReuse: Bool

  package init(
    _ layers: [[any Module]], _ standIns: StandIns, _ roots: [Root], _ extensions: [any Extension],
    _ observers: @escaping @Sendable () -> [any Observer], _ watching: TestWatch, _ observesReuse: Bool
  ) {
    self.layers = layers
    self.standIns = standIns
    self.roots = roots
    self.extensions = extensions
    self.observers = observers
    self.watching = watching
    self.observesReuse = observesReuse
  }
}

/// The container of one test, and its observers.
package final class TestSession: Sendable {
  /// The time limit for the values of the container to be released.
  package static let patience = Duration.seconds(1)

  /// Records the events of the container.
  package let recorder: RecordingObserver
  let instances: InstanceWatch?
  private let external: ExternalWatch?
  private let scopes: ScopeWatch?
  private let held: Lock<Container?>

  /// Makes the container.
  ///
  /// - Throws: `GraphError` with all diagnostics, among them overrides that replace nothing.
  package init(_ recipe: TestRecipe) throws(GraphError) {
    recorder = RecordingObserver(observesReuse: recipe.observesReuse)
    instances = recipe.watching.contains(.outliving) ? InstanceWatch() : nil
    external = recipe.watching.contains(.external) ? ExternalWatch() : nil
    scopes = recipe.watching.contains(.leftOpen) ? ScopeWatch() : nil
    let watches: [(any Observer)?] = [recorder, instances, external, scopes]
    let container = try Container(
      PlanInput(
        layers: recipe.layers, standIns: recipe.standIns, roots: recipe.roots, extensions: recipe.extensions,
        observers: ObserverList(watches.compactMap { $0 } + recipe.observers())))
    instances?.watch(container)
    held = Lock(container)
  }

  /// Takes over a container that is made from another one's modules, with the same observers: those watch both.
  ///
  /// - Parameter instances: The watch among them; it tells at the end of the other one's session what is still alive.
  init(_ container: Container, recorder: RecordingObserver, instances: InstanceWatch?) {
    self.recorder = recorder
    self.instances = instances
    external = nil
    scopes = nil
    instances?.watch(container)
    held = Lock(container)
  }

  /// The container, until the session ends.
  package var container: Container? { held.withLock { $0 } }

  /// Stops the container if it was started, closes it and releases it.
  ///
  /// - Returns: The failures, a text for each: errors when stopping, errors when closing, external bindings that were built, scopes that were dropped.
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
    findings += external?.findings(in: last.graph).map(\.description) ?? []
    findings += scopes?.findings.map(\.description) ?? []
    return findings
  }

  /// The container's values that are still alive when there should be no other references; see ``TestWatch/outliving``.
  ///
  /// - Returns: `nil` when there are none.
  package func outliving() async -> String? {
    // Recorded errors may hold values of the container.
    recorder.removeAll()
    return await instances?.finding(after: TestSession.patience)?.description
  }
}
