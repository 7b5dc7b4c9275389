// SPDX-License-Identifier: Apache-2.0
import DovetailChecks
import GraphSketches
import Testing

@Suite struct `The spelling of names` {
  @Test(arguments: [
    ("wheel", "whel"), ("wheel", "wheell"), ("wheel", "whele"), ("wheel", "wheal"), ("frequency", "freqency"),
    ("frequency", "freuqnecy"), ("Radio", "radio"), ("Radio", "RadioTower"), ("HybridEngine", "Engine"), ("größe", "grösse"),
  ])
  func `takes these for each other`(word: String, other: String) {
    #expect(Spelling.closest(to: word, in: [other]) == [other])
    #expect(Spelling.closest(to: other, in: [word]) == [word])
  }

  @Test(arguments: [
    ("wheel", "radio"), ("a", "b"), ("", "a"), ("", ""), ("car", "wheel"), ("Radio", "Radiology"), ("wheel", "wheel"),
    ("ab", "ba"), ("Tower", "Radiotower"),
  ])
  func `does not take these for each other`(word: String, other: String) {
    #expect(Spelling.closest(to: word, in: [other]) == [])
  }

  @Test func `puts the closest first and keeps to the limit`() {
    let words = ["frequencies", "frequencys", "frequency", "fraquency", "radio"]
    #expect(Spelling.closest(to: "frequency", in: words) == ["frequencys", "fraquency", "frequencies"])
    #expect(Spelling.closest(to: "frequency", in: words, limit: 1) == ["frequencys"])
    #expect(Spelling.closest(to: "frequency", in: words, limit: 0) == [])
  }

  @Test func `copes with names of 10 kB`() {
    let long = String(repeating: "wheel ", count: 1_700)
    #expect(Spelling.closest(to: long, in: [long + "s", "wheel"]) == [long + "s"])
  }
}
