// SPDX-License-Identifier: Apache-2.0
import PackagePlugin

@main struct CheckGraph: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let program = try context.tool(named: "graph-check").url
    let graph = context.pluginWorkDirectoryURL.appending(path: "graph.json")
    return [
      .buildCommand(
        displayName: "Checking the graph", executable: program, arguments: ["--check-graph", "--graph", graph.path],
        inputFiles: [program], outputFiles: [graph])
    ]
  }
}
