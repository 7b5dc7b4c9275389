// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailInspection
internal import DovetailProfiles

/// The work of the program once the options are read; all that it prints is returned as text.
enum Scene {
  static func run(_ options: Options) throws(Failure) -> Outcome {
    if options.wantsHelp { return Outcome(text: Options.help) }
    if options.graph != GraphCommand() { return try inspect(options) }
    if options.isBroken { return check() }
    let profile = try Profile(options)
    do {
      if options.showsSeeds { return Outcome(text: try SeedScenes.show()) }
      if options.usesComponents { return Outcome(text: try ComponentScene.show(in: profile)) }
      let module = GarageModule(profile: profile)
      var container = try Container(module, roots: roots)
      if profile.name == "test" { container = try container.rebuilt(overriding: SilentRadioModule(tally: module.tally)) }
      return Outcome(text: try show(container, module.tally))
    } catch {
      throw .graph("\(error)")
    }
  }

  /// Whether the scenes of the older systems are what is shown.
  static func isOfSeeds(_ options: Options) -> Bool {
    options.showsSeeds && !options.wantsHelp && !options.isBroken && options.graph == GraphCommand()
  }

  /// The scene of the older systems whose objects belong to the main actor.
  @MainActor static func controllers() throws(Failure) -> String {
    do { return try ControllerScene.show() } catch { throw .graph("\(error)") }
  }

  /// Shows the graph of the garage that would be run, without running it.
  private static func inspect(_ options: Options) throws(Failure) -> Outcome {
    let answer =
      options.isBroken
      ? options.graph.answer(modules: [BrokenModule()], roots: BrokenModule.roots)
      : options.graph.answer(modules: [GarageModule(profile: try Profile(options))], roots: roots)
    return Outcome(answer)
  }

  private static let roots = [Root(Garage.self), Root(Bench.self)]

  /// Tries to make a container of everything that is wrong.
  private static func check() -> Outcome {
    let report = Container.check(BrokenModule(), roots: BrokenModule.roots)
    return Outcome(text: report.description, exitCode: report.isValid ? 0 : 1)
  }

  /// Everything in order: the parts, the workshop, the graph, the counts.
  private static func show(_ container: Container, _ tally: Tally) throws -> String {
    var text = "== the garage\n" + Tree.draw(try container.resolve(Garage.self))
    text += try container.withScope(Workshop.self, .tyres) { workshop in
      heading("the workshop, open for order \(try workshop.resolve(Order.self).number)")
        + Tree.draw(try workshop.resolve(Bench.self))
    }
    text += "closed: " + tally.closed.joined(separator: ", then ") + "\n"
    text += heading("the graph") + container.graph.textTree() + "\n"
    text += heading("how often each factory ran") + tally.lines.joined(separator: "\n")
    try container.close()
    return text
  }

  static func heading(_ title: String) -> String { "\n== \(title)\n" }
}

/// The output of a scene, and the exit code.
struct Outcome: Equatable {
  /// The text for standard output.
  var text: String
  /// The text for standard error.
  var errors = ""
  var exitCode: Int32 = 0
}

extension Outcome {
  /// The answer to the graph's own options.
  init(_ answer: GraphCommand.Answer) {
    self.init(text: answer.output, errors: answer.errors, exitCode: answer.exitCode)
  }
}

/// Draws parts as a tree.
enum Tree {
  static func draw(_ part: any Part) -> String { lines(part, "", "").joined() }

  private static func lines(_ part: any Part, _ first: String, _ rest: String) -> [String] {
    var lines = [first + part.label + "\n"]
    for (index, inner) in part.parts.enumerated() {
      let isLast = index == part.parts.count - 1
      lines += Tree.lines(inner, rest + (isLast ? "└─ " : "├─ "), rest + (isLast ? "   " : "│  "))
    }
    return lines
  }
}
