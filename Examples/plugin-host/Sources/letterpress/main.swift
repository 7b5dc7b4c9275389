// SPDX-License-Identifier: Apache-2.0
import Dovetail
import PlugIns
import Press

let press = try Container(PressModule(sender: "Ada, joiner"))
let host = PlugInHost(press)
let letter = "Dear Bob, the drawer has dovetails now."

/// Says what is to happen, does it, and shows what the press makes of a letter then.
func step(_ what: String, _ change: () async throws(PlugInError) -> Void) async {
  print("== \(what)")
  do throws(PlugInError) { try await change() } catch { print(error) }
  print(await host.print(letter))
}

await step("no plug-in") { () throws(PlugInError) in }
await step("the signature joins") { () throws(PlugInError) in try await host.add(SignaturePlugIn()) }
await step("a glossary joins") { () throws(PlugInError) in
  try await host.add(GlossaryPlugIn(["dovetails": "joints that hold without glue"]))
}
await step("a plug-in that does not fit") { () throws(PlugInError) in try await host.add(SpellingPlugIn()) }
await step("the glossary leaves") { () throws(PlugInError) in try await host.remove("glossary") }

print("== the journal of the press")
print(try press.resolve(Journal.self).lines.joined(separator: "\n"))
try await host.remove("signature")
try press.close()
