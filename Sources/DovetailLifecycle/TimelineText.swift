// SPDX-License-Identifier: Apache-2.0
public import DovetailGraph

extension Timeline: CustomStringConvertible {
  /// A line for every entry, with a bar for the time of its start; a `*` marks the critical path, which is spelled out at the end.
  public var description: String { TimelineRenderer(self).text }
}

/// Draws a timeline as text.
private struct TimelineRenderer {
  private static let width = 40

  private let timeline: Timeline
  private let critical: [Int]
  /// The keys of the entries, each on one line.
  private let keys: [String]
  private let keyWidth: Int

  init(_ timeline: Timeline) {
    self.timeline = timeline
    keys = timeline.entries.map(\.key.onOneLine)
    keyWidth = keys.map(\.count).max() ?? 0
    critical = timeline.criticalPath
  }

  var text: String {
    guard !timeline.entries.isEmpty else { return "nothing was started" }
    let count = timeline.entries.count == 1 ? "1 part" : "\(timeline.entries.count) parts"
    let path = critical.map { keys[$0] }.joined(separator: " -> ")
    return """
      \(count) in \(timeline.duration.milliseconds); the critical path (*) takes \(timeline.criticalDuration.milliseconds)
      \(timeline.entries.indices.map(line).joined(separator: "\n"))
      critical path: \(path)
      """
  }

  private func line(_ index: Int) -> String {
    let entry = timeline.entries[index]
    var line = critical.contains(index) ? "* " : "  "
    line += keys[index].padded(to: keyWidth)
    line += "  |\(bar(entry))|  \(entry.duration.milliseconds)"
    if let last = entry.waitedFor { line += " after \(keys[last])" }
    return entry.outcome == .started ? line : line + ", \(entry.outcome)"
  }

  private func bar(_ entry: Timeline.Entry) -> String {
    let begin = min(column(entry.began), TimelineRenderer.width - 1)
    let end = entry.outcome == .unfinished ? TimelineRenderer.width : max(begin + 1, column(entry.ended))
    return (0..<TimelineRenderer.width).map { (begin..<end).contains($0) ? "=" : " " }.joined()
  }

  private func column(_ time: Duration) -> Int {
    let whole = timeline.duration
    guard whole > .zero else { return 0 }
    return Int(min(max(time / whole, 0), 1) * Double(TimelineRenderer.width))
  }
}
