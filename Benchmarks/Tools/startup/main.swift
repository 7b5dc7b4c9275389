// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Glibc

// startup SIZE SAMPLES: how long a container of so many binds takes to be built, checked, and asked for the first time.
// startup names SIZE SAMPLES: the same for binds of one type by name, which need two others by name.
// startup failing: how long it takes to find, and to print, 100 mistakes among all binds.
// It is compiled by Scripts/benchmark.sh, together with what Tools/generate.py writes.

struct Program: Module {
  let size: Int
  var bindings: Bindings {
    for module in modules.prefix(size / 50) { Include(module) }
  }
}

final class Node: Sendable {
  let needs: [Node]
  init() { needs = [] }
  init(left: Node, right: Node) { needs = [left, right] }
}

struct Names: Module {
  let size: Int
  var bindings: Bindings {
    for number in 0..<min(size, 2) { Bind { Node() }.named("\(number)").in(.singleton) }
    for number in min(size, 2)..<size {
      Bind(Node.init(left:right:)).named("\(number)").in(.singleton)
        .needs(Key<Node>(named: "\(number / 2)"), Key<Node>(named: "\(number / 3)"))
    }
  }
}

func milliseconds(_ duration: Duration) -> Double {
  Double(duration.components.seconds) * 1e3 + Double(duration.components.attoseconds) / 1e15
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

func heldBytes() -> Int {
  let all = mallinfo2()
  return Int(all.uordblks + all.hblkhd)
}

func build(
  _ size: Int, _ program: any Module, _ root: @Sendable (Container) throws -> AnyObject
) throws -> (built: Double, asked: Double, bytes: Double) {
  let before = heldBytes()
  let began = ContinuousClock.now
  let container = try Container(program)
  let built = ContinuousClock.now
  let bytes = heldBytes() - before
  let object = try root(container)
  let asked = ContinuousClock.now
  guard try root(container) === object else { throw Failure("a root is not shared") }
  return (milliseconds(built - began), milliseconds(asked - built), Double(bytes) / Double(size))
}

func findMistakes() throws -> Double {
  let began = ContinuousClock.now
  do {
    _ = try Container(Program(size: modules.count * 50), Broken())
  } catch {
    let text = "\(error)"
    let took = milliseconds(ContinuousClock.now - began)
    let found = text.split(separator: "\n").count { $0.hasPrefix("error: [missing-binding]") }
    guard found == 100 else { throw Failure("\(found) mistakes were found instead of 100") }
    return took
  }
  throw Failure("a wrong graph passed")
}

struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

func measure(_ size: Int, _ program: any Module, _ samples: Int, _ root: @Sendable (Container) throws -> AnyObject) throws {
  // The first one is what a program sees; the run time has no metadata yet, and no page is there.
  let cold = try build(size, program, root)
  print("cold \(cold.built + cold.asked)")
  let warm = try (0..<samples).map { _ in try build(size, program, root) }
  print("warm \(median(warm.map { $0.built + $0.asked }))")
  print("built \(median(warm.map(\.built)))")
  print("bytes \(median(warm.map(\.bytes)))")
}

let arguments = CommandLine.arguments
if arguments.count == 3, let size = Int(arguments[1]), let samples = Int(arguments[2]), let root = roots[size] {
  try measure(size, Program(size: size), samples, root)
} else if arguments.count == 4, arguments[1] == "names", let size = Int(arguments[2]), let samples = Int(arguments[3]) {
  try measure(size, Names(size: size), samples) { try $0.resolve(Key<Node>(named: "0")) }
} else if arguments.count == 2, arguments[1] == "failing" {
  print("failing \(try findMistakes())")
} else {
  print("usage: startup \(roots.keys.sorted()) SAMPLES | startup names SIZE SAMPLES | startup failing")
  exit(2)
}
