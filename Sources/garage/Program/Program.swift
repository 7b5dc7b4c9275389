// SPDX-License-Identifier: Apache-2.0

@main
enum Program {
  static func main() async {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      System.end(options.starts && !options.wantsHelp ? try await StartScene.run(graph: options.graph) : try Scene.run(options))
    } catch {
      System.end(error)
    }
  }
}
