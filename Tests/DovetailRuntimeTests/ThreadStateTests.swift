// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Foundation
import Testing
import CoreTestSupport
import TestSupport

@Suite struct ThreadStateTests {
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
}
