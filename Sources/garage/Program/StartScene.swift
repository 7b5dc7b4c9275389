// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailInspection
internal import DovetailLifecycle

/// Starts the supply of the garage, and shows what that took its time for.
enum StartScene {
  /// - Parameter command: Where the graph is written to, with the timeline, if that is wanted.
  static func run(graph command: GraphCommand = GraphCommand()) async throws(Failure) -> Outcome {
    do { return try await show(command) } catch { throw .graph("\(error)") }
  }

  private static func show(_ command: GraphCommand) async throws -> Outcome {
    let recorder = RecordingObserver()
    let container = try Container(SupplyModule(), roots: [Root(Hall.self)], observers: [recorder])
    try await container.start(deadline: .seconds(600))
    let timeline = recorder.timeline
    recorder.removeAll()
    try await container.stop(deadline: .seconds(600))
    if command != GraphCommand() {
      var graph = container.graph
      graph.timeline = timeline
      return Outcome(command.answer(GraphFile(graph)))
    }
    let text = """
      == starting
      \(timeline)
      wall time ÷ critical path: \(ratio(timeline.duration, timeline.criticalDuration))

      == stopping
      \(stopped(recorder).joined(separator: ", then "))
      """
    return Outcome(text: text)
  }

  /// The parts that had work to do on stopping, in that order.
  private static func stopped(_ recorder: RecordingObserver) -> [String] {
    recorder.events.dropLast().compactMap { event in
      if case .stopped = event.kind { event.subject.key.description } else { nil }
    }
  }

  private static func ratio(_ whole: Duration, _ part: Duration) -> String {
    let hundredths = Int((whole / part * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}
