// SPDX-License-Identifier: Apache-2.0

@main
enum Program {
  static func main() {
    do {
      System.end(try Scene.run(Options(Array(CommandLine.arguments.dropFirst()))))
    } catch {
      System.end(error)
    }
  }
}
