// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailProfiles

extension Profile {
  /// The profile that the command line and the file that it names resolve.
  ///
  /// A file stands for all variables of the built-in profile, so that one it leaves out is missing; `--set` comes last.
  init(_ options: Options) throws(Failure) {
    let file: ProfileFile? = if let path = options.profileFile { try ProfileFile(at: path) } else { nil }
    let builtIn = try options.profile.map { name throws(Failure) in try Profile.builtIn(name) }
    let name = builtIn?.name ?? file?.name ?? Options.defaultProfile
    var variables: [String: Value] = [:]
    if let file {
      for variable in file.variables { variables[variable.name] = .text(variable.value) }
    } else {
      variables = try Profile.builtIn(name).variables
    }
    let known = Set(GarageModule.profiles.flatMap(\.variables.keys)).union(variables.keys).sorted()
    for variable in options.variables {
      guard known.contains(variable.name) else {
        throw .usage("there is no variable '\(variable.name)'; " + Profile.choice(variable.name, "variable", known))
      }
      variables[variable.name] = .text(variable.value)
    }
    self.init(name, variables)
  }

  private static func builtIn(_ name: String) throws(Failure) -> Profile {
    if let profile = GarageModule.profiles.first(where: { $0.name == name }) { return profile }
    let hint = name.contains("/") || name.contains(".") ? "; a file is read with --profile-file" : ""
    throw .usage("there is no profile '\(name)'; " + choice(name, "profile", GarageModule.profiles.map(\.name)) + hint)
  }

  /// The matching profile, or else all candidates.
  private static func choice(_ word: String, _ kind: String, _ known: [String]) -> String {
    if let near = Spelling.closest(to: word, in: known, limit: 1).first { return "did you mean '\(near)'?" }
    let names = known.map { "'\($0)'" }.joined(separator: " and ")
    return known.count == 1 ? "the \(kind) is \(names)" : "the \(kind)s are \(names)"
  }
}
