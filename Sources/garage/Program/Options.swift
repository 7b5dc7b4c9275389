// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph

/// What the command line says.
struct Options: Equatable {
  var isBroken = false
  var showsSeeds = false
  var wantsHelp = false
  var profile = "production"
  var profileFile: String?
  /// Variables from `--set`, in order; later ones win.
  var variables: [Variable] = []

  struct Variable: Equatable {
    var name: String
    var value: String
  }

  static let help = """
    Assembles a garage with Dovetail, and shows what happened.

    usage: garage [--profile NAME] [--profile-file FILE] [--set NAME=VALUE] …
           garage --broken
           garage --seeds
           garage --help

      --profile NAME       the profile to run in: production (the default) or test, which replaces the radio by a silent one
      --profile-file FILE  reads the profile's variables from a file with lines NAME = VALUE; a # begins a comment
      --set NAME=VALUE     sets a variable, over what the profile and its file say; the radio reads 'frequency'
      --broken             checks a garage with one of every mistake, and prints the whole report
      --seeds              shows a short scene for each of the five older systems
      --help               prints this

    exit codes: 0 all is well · 1 the graph is wrong · 64 the command line is wrong · 66 the file cannot be read
    """

  /// Reads the arguments, without the name of the program.
  init(_ arguments: [String]) throws(Failure) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let inline = parts.count == 2 && argument.hasPrefix("--") ? parts[1] : nil
      switch inline == nil ? argument : parts[0] {
      case "--broken" where inline == nil: isBroken = true
      case "--seeds" where inline == nil: showsSeeds = true
      case "--help" where inline == nil, "-h" where inline == nil: wantsHelp = true
      case "--profile": profile = try Options.value(of: "--profile", inline, &rest)
      case "--profile-file": profileFile = try Options.value(of: "--profile-file", inline, &rest)
      case "--set": variables.append(try Options.variable(Options.value(of: "--set", inline, &rest)))
      default: throw .usage("unknown option '\(argument)'" + Options.suggestion(for: parts[0]))
      }
    }
  }

  private static func value(
    of option: String, _ inline: String?, _ rest: inout ArraySlice<String>
  ) throws(Failure) -> String {
    if let inline, !inline.isEmpty { return inline }
    guard inline == nil, let value = rest.popFirst(), !value.hasPrefix("--") else {
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
    let known = ["--broken", "--help", "--profile", "--profile-file", "--seeds", "--set"]
    let begun = option.count > 3 ? known.filter { $0.hasPrefix(option) } : []
    let near = begun.isEmpty ? Spelling.closest(to: option, in: known, limit: 2) : begun
    return near.isEmpty ? "" : "; did you mean " + near.joined(separator: " or ") + "?"
  }
}

/// Why the program cannot do what it was told.
enum Failure: Error, Equatable {
  /// The command line is wrong.
  case usage(String)
  /// A file cannot be read, or is not what it should be.
  case input(String)
  /// The graph is wrong, or a request failed.
  case graph(String)

  var exitCode: Int32 {
    switch self {
    case .usage: 64
    case .input: 66
    case .graph: 1
    }
  }

  var message: String {
    switch self {
    case .usage(let text): "garage: \(text)\ntry 'garage --help'"
    case .input(let text): "garage: \(text)"
    case .graph(let text): text
    }
  }
}
