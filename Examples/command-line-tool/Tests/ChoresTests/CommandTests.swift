// SPDX-License-Identifier: Apache-2.0
internal import ChoreList
internal import Dovetail
internal import Foundation
internal import Testing

@testable internal import chores

@Suite("The subcommands") struct CommandTests {
  let bench: Bench

  init() throws { bench = try Bench() }

  @Test func `add, list and finish chores`() {
    #expect(bench.run("add", "Sharpen the chisels", "--tag", "workshop") == Program.Ending())
    #expect(bench.run("add", "Order oak") == Program.Ending())
    #expect(bench.run("done", "1") == Program.Ending())
    #expect(bench.run("list") == Program.Ending())
    #expect(bench.run("list", "--all", "--tag", "workshop") == Program.Ending())
    #expect(
      bench.notes.take().filter { !$0.hasPrefix("(") } == [
        "added 1 [ ] Sharpen the chisels #workshop", "added 2 [ ] Order oak",
        "finished 1 [x] Sharpen the chisels #workshop", "2 [ ] Order oak", "1 [x] Sharpen the chisels #workshop",
      ])
  }

  @Test func `hold the lock while they change something, and no longer`() {
    _ = bench.run("add", "Order oak")
    #expect(
      bench.notes.take() == [
        "(took \(bench.lock))", "(wrote \(bench.file))", "added 1 [ ] Order oak", "(released \(bench.lock))",
      ])
    #expect(bench.lockIsFree)
  }

  @Test func `take no lock to look`() {
    _ = bench.run("list")
    #expect(bench.notes.take() == ["nothing to do"])
  }

  @Test func `release the lock when they fail`() {
    #expect(bench.run("done", "7") == Program.Ending(code: 64, message: "chores: there is no chore 7: the list is empty"))
    #expect(bench.notes.take() == ["(took \(bench.lock))", "(released \(bench.lock))"])
    #expect(bench.lockIsFree)
  }
}

@Suite("What goes wrong") struct EndingTests {
  let bench: Bench

  init() throws { bench = try Bench() }

  @Test func `is a wrong command line`() {
    let ending = bench.run("done", "seven")
    #expect(ending.code == 64)
    #expect(ending.message.hasPrefix("Error: The value 'seven' is invalid for '<number>'"))
  }

  @Test func `is a chore that is not there`() {
    _ = bench.run("add", "Order oak")
    #expect(bench.run("done", "7") == Program.Ending(code: 64, message: "chores: there is no chore 7; the last one is 1"))
    #expect(bench.run("add", " ") == Program.Ending(code: 64, message: "chores: a chore needs a title"))
  }

  @Test func `is a file that holds something else`() throws {
    try Data("not JSON".utf8).write(to: URL(filePath: bench.file))
    let message = "chores: '\(bench.file)' is not a list of chores; mend it, or choose another one with --file"
    #expect(bench.run("list") == Program.Ending(code: 65, message: message))
    #expect(bench.run("add", "Order oak") == Program.Ending(code: 65, message: message))
    #expect(try String(contentsOfFile: bench.file, encoding: .utf8) == "not JSON")
  }

  @Test func `is a file that cannot be read, or written`() throws {
    try FileManager.default.createDirectory(atPath: bench.file, withIntermediateDirectories: true)
    #expect(bench.run("list") == Program.Ending(code: 66, message: "chores: cannot read '\(bench.file)'"))
    let nowhere = bench.folder.appending(path: "none/chores.json").path()
    let ending = Program.run(["add", "Order oak", "--file", nowhere]) { try Container(ChoresModule()) }
    #expect(ending == Program.Ending(code: 73, message: "chores: cannot write '\(nowhere).lock'"))
  }

  @Test func `is another run, whose lock stays`() throws {
    try Data().write(to: URL(filePath: bench.lock))
    let message = "chores: another run is changing the list; if there is none, remove '\(bench.lock)'"
    #expect(bench.run("add", "Order oak") == Program.Ending(code: 75, message: message))
    #expect(!bench.lockIsFree)
    #expect(bench.run("list") == Program.Ending())
  }

  @Test func `is wrong wiring, with the whole report`() throws {
    let ending = Program.run(["list"]) { try Container(ChoresModule()).rebuilt { Bind { 7 } } }
    #expect(ending.code == 70)
    #expect(ending.message.contains("error: [nothing-to-override] the override of 'Int' replaces nothing"))
  }

  @Test func `is nothing when only help is asked for`() {
    let ending = Program.run(["--help"]) { try Container(ChoresModule()) }
    #expect(ending.code == 0)
    #expect(ending.message.hasPrefix("OVERVIEW: Keeps a list of what is to be done."))
  }
}

@Test func `the graph of the tool is right`() {
  let roots = [Root(Adder.self), Root(Finisher.self), Root(Lister.self)]
  #expect(Container.check(ChoresModule(), roots: roots).description == "no diagnostics")
}
