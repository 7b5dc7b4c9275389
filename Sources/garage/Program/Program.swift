// SPDX-License-Identifier: Apache-2.0

@main
enum Program {
  @MainActor static func main() async {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      if options.starts, !options.wantsHelp { System.end(try await StartScene.run(graph: options.graph)) }
      var outcome = try Scene.run(options)
      if Scene.isOfSeeds(options) { outcome.text += try Scene.controllers() }
      System.end(outcome)
    } catch {
      System.end(error)
    }
  }
}
