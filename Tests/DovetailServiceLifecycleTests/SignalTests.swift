// SPDX-License-Identifier: Apache-2.0
import DovetailLifecycle

#if ServiceLifecycle && (os(Linux) || os(macOS))
  import Dovetail
  import DovetailServiceLifecycle
  import Foundation
  import Logging
  import ServiceLifecycle
  import Testing
  import UnixSignals

  /// What a child process says, without what its test runner says.
  private func said(by result: ExitTest.Result?) -> [String] {
    String(decoding: result?.standardOutputContent ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("kitchen: ") }.map { String($0.dropFirst("kitchen: ".count)) }
  }

  /// Runs a kitchen as a program does, and ends with it.
  ///
  /// - Parameter isTime: Returns when the process is to send itself the signal.
  private func runProgram(
    _ signal: UnixSignal, _ number: Int32, _ diary: Diary, @BindingsBuilder more: @escaping @Sendable () -> Bindings,
    until isTime: @escaping @Sendable (Diary) async -> Void
  ) async throws {
    let container = try Container {
      Include(KitchenModule(diary: diary))
      more()
    }
    let group = ServiceGroup(
      services: [container], gracefulShutdownSignals: [signal], logger: Logger(label: "kitchen") { _ in SwiftLogNoOpLogHandler() }
    )
    let alarm = Task {
      await isTime(diary)
      kill(getpid(), number)
    }
    defer { alarm.cancel() }
    do { try await group.run() } catch { diary.add("\(error)") }
    for line in diary.lines where !line.hasSuffix("works") { print("kitchen: \(line)") }
  }

  @Suite struct SignalTests {
    @Test func `a process that gets SIGTERM ends its services, then its container, and then itself`() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        try await runProgram(.sigterm, SIGTERM, Diary()) {
          Bind { 7 }
        } until: { diary in
          for name in ["Oven", "Cook", "Waiter"] { await diary.has("\(name) works") }
        }
      }
      #expect(
        said(by: result) == [
          "+Oven", "+Cook", "+Waiter", "Waiter rests", "Cook rests", "Oven rests", "-Waiter", "-Cook", "-Oven",
        ])
    }

    @Test func `a process that gets SIGINT while it starts takes the start back`() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        let diary = Diary()
        try await runProgram(.sigint, SIGINT, diary) {
          Bind { (_: Waiter) in 7 }.in(.singleton).onStart { _ in
            diary.add("hesitates")
            for await _ in AsyncStream<Never>.makeStream().stream {}
            try Task.checkCancellation()
          }
        } until: { diary in
          await diary.has("hesitates")
        }
      }
      #expect(said(by: result) == ["+Oven", "+Cook", "+Waiter", "hesitates", "-Waiter", "-Cook", "-Oven"])
    }
  }
#endif
