// SPDX-License-Identifier: Apache-2.0
@testable import Dovetail
import DovetailComponents
import DovetailRuntime
import Foundation
import Testing

/// The memory of a thread for running requests, members and arguments: more than there is, failures on the way, and both engines in turns.
@Suite struct ThreadRoomTests {
  private struct Refused: Error {}

  /// A member for each depth, each inside the factory of the one before it; in between, a container's requests.
  private final class Well: Component, Sendable {
    let instances = Instances()
    let bottom: Int
    let isDry: Bool
    let container: Container

    init(bottom: Int, isDry: Bool = false) throws {
      (self.bottom, self.isDry) = (bottom, isDry)
      container = try Container {
        Bind { (well: Well, depth: Int) throws in try well.below(depth) + 1 }.arguments(Well.self, Int.self)
      }
    }

    func below(_ depth: Int) throws -> Int {
      try transient { () throws in
        if depth < bottom { return try container.resolve(Int.self, arguments: self, depth + 1) }
        if isDry { throw Refused() }
        return 0
      }
    }
  }

  @Test func `a process without a free key for memory of its threads ends with an error that says so`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var key = pthread_key_t()
      while pthread_key_create(&key, nil) == 0 {}
      print(try Container { Bind { 1 } }.resolve(Int.self))
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let message =
      "Dovetail needs one key for thread-local memory, and this process has none left: pthread_key_create failed with error"
    #expect(text.contains("\(message) \(EAGAIN)"), "\(text)")
  }

  /// The bytes that are in use on this thread: none, because the tests run in no request.
  private var used: Int { ThreadBlock.current.pointee.used }

  @Test func `requests and members inside each other may need more than there is`() throws {
    let (small, large) = (try Well(bottom: 2), try Well(bottom: 60))
    for _ in 1...3 {
      #expect(try large.below(0) == 60)
      #expect(used == 0)
      #expect(try small.below(0) == 2)
    }
    #expect(used == 0)
  }

  @Test func `what fails gives back what it took`() throws {
    let (dry, wet) = (try Well(bottom: 60, isDry: true), try Well(bottom: 60))
    for _ in 1...3 {
      let error = try #require(throws: ResolutionError.self) { try dry.below(0) }
      #expect(error.underlying is Refused)
      #expect(error.path.count == 121)
      #expect(used == 0)
      #expect(try wet.below(0) == 60)
    }
    #expect(used == 0)
  }

  @Test func `arguments lie where their alignment asks for`() throws {
    typealias Wide = SIMD16<Double>
    let container = try Container {
      Bind { (odd: Bool, wide: Wide, byte: UInt8, again: Wide) in (odd ? wide : again) * Double(byte) }
        .arguments(Bool.self, Wide.self, UInt8.self, Wide.self)
    }
    #expect(
      try container.resolve(Wide.self, arguments: true, Wide(repeating: 2), 3 as UInt8, Wide(repeating: 5)) == Wide(repeating: 6))
    #expect(
      try container.resolve(Wide.self, arguments: false, Wide(repeating: 2), 3 as UInt8, Wide(repeating: 5))
        == Wide(repeating: 15))
    #expect(used == 0)
  }

  @Test func `wrong arguments give back what they took`() throws {
    let container = try Container { Bind { (number: Int, text: String) in "\(number)\(text)" }.arguments(Int.self, String.self) }
    for _ in 1...3 {
      #expect(throws: ResolutionError.self) { try container.resolve(String.self, arguments: "a", 1) }
      #expect(throws: ResolutionError.self) { try container.resolve(String.self, arguments: 1) }
      #expect(throws: ResolutionError.self) { try container.resolve(String.self, arguments: 1, "a", "b") }
      #expect(used == 0)
    }
    #expect(try container.resolve(String.self, arguments: 1, "a") == "1a")
  }
}
