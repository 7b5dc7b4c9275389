// SPDX-License-Identifier: Apache-2.0

/// A line of the logbook; every module may contribute some.
struct LogLine: Part {
  let text: String

  var label: String { text }
}

struct Logbook: Part {
  let lines: [LogLine]

  var label: String { "logbook" }
  var parts: [any Part] { lines }
}
