// SPDX-License-Identifier: Apache-2.0
#if Logging
  import Dovetail
  import DovetailLogging
  import InMemoryLogging
  import Logging
  import Testing

  @Suite struct LoggerModuleTests {
    private func module(_ label: LoggerModule.Label = .type) -> LoggerModule {
      LoggerModule(label: label, program: "shop") { label in Logger(label: label, factory: { _ in SwiftLogNoOpLogHandler() }) }
    }

    @Test func `a logger is labelled with the type that takes it`() throws {
      let container = try Container(module(), InlineModule { Bind(FrontDesk.init).in(.singleton) })
      #expect(try container.resolve(FrontDesk.self).log.label == "FrontDesk")
      #expect(try container.resolve(Logger.self).label == "shop")
    }

    @Test func `the label may have the name of the module`() throws {
      let container = try Container(module(.qualified), InlineModule { Bind((any Desk).self, FrontDesk.init) })
      #expect(try container.resolve((any Desk).self).log.label == "DovetailLoggingTests.Desk")
    }

    @Test func `what is bound as a protocol has the name of the protocol`() throws {
      let container = try Container(module(), InlineModule { Bind((any Desk).self, FrontDesk.init) })
      #expect(try container.resolve((any Desk).self).log.label == "Desk")
    }

    @Test func `it reaches asynchronous factories, the main actor and providers`() async throws {
      let container = try Container(
        module(),
        InlineModule {
          Bind { (log: Logger) async in FrontDesk(log: log) }.in(.singleton)
          Bind { @MainActor (log: Logger) in log.label }
          Bind { (log: Provider<Logger>) throws in Badge(name: try log.make().label) }
        })
      #expect(try await container.resolve(FrontDesk.self).log.label == "FrontDesk")
      #expect(try await container.resolve(String.self) == "String")
      #expect(try await container.resolve(Badge.self).name == "Badge")
    }

    @Test func `it is decorated and replaced as any other type`() throws {
      let paper = Paper()
      let container = try Container(
        module(),
        InlineModule {
          Bind(FrontDesk.init)
          Decorate(Logger.self) { (inner: Logger) in
            var log = inner
            log[metadataKey: "shop"] = "7"
            return log
          }
        })
      #expect(try container.resolve(FrontDesk.self).log.label == "FrontDesk")
      let test = try container.rebuilt { Bind(instance: paper.logger) }
      try test.resolve(FrontDesk.self).log.info("open")
      #expect(paper.lines == ["info: open"])
      #expect(paper.handler.entries.first?.metadata == ["shop": "7"])
    }

    @Test func `it is checked as any other type`() {
      let report = Container.check(InlineModule { Bind(FrontDesk.init) })
      #expect(report.diagnostics.map(\.message) == ["nothing is bound for 'Logger'"])
    }
  }
#endif
