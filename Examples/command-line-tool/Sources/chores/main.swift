// SPDX-License-Identifier: Apache-2.0
internal import ChoreList
internal import Dovetail
internal import Foundation

let ending = Program.run(Array(CommandLine.arguments.dropFirst())) { try Container(ChoresModule()) }
if !ending.message.isEmpty {
  let stream = ending.code == 0 ? FileHandle.standardOutput : FileHandle.standardError
  stream.write(Data((ending.message + "\n").utf8))
}
exit(ending.code)
