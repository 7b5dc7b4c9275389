// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// Adds a chore.
package struct Adder: Sendable {
  let new: NewChore
  let editor: Editor
  let console: any Console

  package func run() throws {
    let title = new.title.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !title.isEmpty else { throw ChoreError.emptyTitle }
    let added = try editor.edit { chores in
      let chore = Chore(number: (chores.last?.number ?? 0) + 1, title: title, tags: new.tags)
      chores.append(chore)
      return chore
    }
    console.say("added \(added)")
  }
}

/// Marks a chore as done.
package struct Finisher: Sendable {
  let number: ChoreNumber
  let editor: Editor
  let console: any Console

  package func run() throws {
    let finished = try editor.edit { chores in
      guard let place = chores.firstIndex(where: { $0.number == number.value }) else {
        throw ChoreError.noSuchChore(number.value, highest: chores.last?.number)
      }
      chores[place].isDone = true
      return chores[place]
    }
    console.say("finished \(finished)")
  }
}

/// Shows the chores. It asks for no lock, so it works while another run changes something.
package struct Lister: Sendable {
  let choice: Choice
  let file: ChoreFile
  let console: any Console

  package func run() throws {
    let chores = try file.load().filter { chore in
      (choice.includesDone || !chore.isDone) && (choice.tag.map(chore.tags.contains) ?? true)
    }
    for chore in chores { console.say("\(chore)") }
    if chores.isEmpty { console.say("nothing to do") }
  }
}
