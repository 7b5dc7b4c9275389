// SPDX-License-Identifier: Apache-2.0
internal import DovetailChecks
internal import DovetailInspection

/// The options of the command line.
struct Options: Equatable {
  var isBroken = false
  var showsSeeds = false
  var usesComponents = false
  var starts = false
  var wantsHelp = false
  /// The profile that is resolved; `nil` leaves it to the file, and then to ``defaultProfile``.
  var profile: String?
  var profileFile: String?
  /// The action on the graph instead of a run.
  var graph = GraphCommand()
  /// Variables from `--set`, in order; later ones win.
  var variables: [Variable] = []

  struct Variable: Equatable {
    var name: String
    var value: String
  }

  static let defaultProfile = "production"

  static let help = """
    Assembles a garage with Dovetail, and shows what happened.

    usage: garage [--component] [--profile NAME] [--profile-file FILE] [--set NAME=VALUE] …
           garage --graph FILE [--broken] [--start]
           garage --check-graph [--broken]
           garage --broken
           garage --seeds
           garage --start
           garage --help

      --component          assembles the same garage with components, which the Swift compiler checks
      --profile NAME       the profile to run in: production (the default) or test, which replaces the radio by a silent one
      --profile-file FILE  takes the profile's variables from a file with lines NAME = VALUE; a # begins a comment, and
                           a line 'name = …' names the profile where --profile does not
      --set NAME=VALUE     sets a variable, over what the profile and its file say; the radio reads 'frequency'
      --graph FILE         writes the graph to a file, which the tool 'dovetail' reads; - is standard output
      --check-graph        prints what is wrong with the graph as a compiler does
      --broken             checks a garage with one of every mistake, and prints the whole report
      --seeds              shows a short scene for each of the five older systems
      --start              starts ten asynchronous parts, each as soon as what it needs is up, and shows the timeline
      --help, -h           prints this

    exit codes:
       0  all is well
       1  the graph is wrong: a variable is missing or of another type, or the garage is --broken
      64  the command line is wrong: an unknown option, profile or variable, or a value that is missing
      66  the file cannot be read: it is missing, a directory or no UTF-8 text, or a line is malformed
      73  the graph cannot be written
    """

  /// Reads the arguments, without the name of the program.
  init(_ arguments: [String]) throws(Failure) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let inline = parts.count == 2 && argument.hasPrefix("--") ? parts[1] : nil
      switch inline == nil ? argument : parts[0] {
      case "--broken" where inline == nil: isBroken = true
      case "--component" where inline == nil: usesComponents = true
      case "--seeds" where inline == nil: showsSeeds = true
      case "--start" where inline == nil: starts = true
      case "--help" where inline == nil, "-h" where inline == nil: wantsHelp = true
      case "--check-graph" where inline == nil: graph.checks = true
      case "--graph": graph.file = try Options.value(of: "--graph", inline, &rest)
      case "--profile": profile = try Options.value(of: "--profile", inline, &rest)
      case "--profile-file": profileFile = try Options.value(of: "--profile-file", inline, &rest)
      case "--set": variables.append(try Options.variable(Options.value(of: "--set", inline, &rest)))
      default: throw .usage("unknown option '\(argument)'" + Options.suggestion(for: parts[0]))
      }
    }
    if usesComponents, isBroken || showsSeeds {
      throw .usage("--component assembles the garage: leave out \(isBroken ? "--broken" : "--seeds")")
    }
    if isBroken, profile != nil || profileFile != nil || !variables.isEmpty {
      throw .usage("--broken has a profile of its own: leave out --profile, --profile-file and --set")
    }
  }

  private static func value(
    of option: String, _ inline: String?, _ rest: inout ArraySlice<String>
  ) throws(Failure) -> String {
    guard let value = inline ?? rest.popFirst(), !value.isEmpty, inline != nil || !value.hasPrefix("--") else {
      throw .usage("\(option) needs a value")
    }
    return value
  }

  private static func variable(_ text: String) throws(Failure) -> Variable {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, !parts[0].isEmpty else { throw .usage("--set needs NAME=VALUE, not '\(text)'") }
    return Variable(name: parts[0], value: parts[1])
  }

  private static func suggestion(for option: String) -> String {
    let known = [
      "--broken", "--check-graph", "--component", "--graph", "--help", "--profile", "--profile-file", "--seeds", "--set",
      "--start",
    ]
    let begun = option.count > 3 ? known.filter { $0.hasPrefix(option) } : []
    let near = begun.isEmpty ? Spelling.closest(to: option, in: known, limit: 2) : begun
    return near.isEmpty ? "" : "; did you mean " + near.joined(separator: " or ") + "?"
  }
}
