// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import Testing

/// A start that cannot go well, and what is said about it.
private struct Start: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var arguments: [String] = []
  var environment: [String: String] = [:]
  /// The contents of `bistro.json`.
  var file: String?
  /// The name of a database without tables that is there already.
  var database: String?
  let code: Int32
  /// What is said, with `<file>` for where `bistro.json` is.
  let errors: String
}

private let broken = [
  Start(
    testDescription: "a port that is none", environment: ["BISTRO_HTTP_PORT": "eighty"], code: 78,
    errors: """
      error: the bistro cannot open with these settings (profile 'development')
        http.port is no whole number (environment)
          set it with --port, BISTRO_HTTP_PORT or "http.port" in the file of --config

      """),
  Start(
    testDescription: "several things at once", environment: ["BISTRO_HTTP_PORT": "99999", "BISTRO_LOG_LEVEL": "loud"],
    file: #"{"kitchen": {"cooks": -1}}"#, code: 78,
    errors: """
      error: the bistro cannot open with these settings (profile 'development')
        http.port is 99999; it has to be between 0 and 65535
          set it with --port, BISTRO_HTTP_PORT or "http.port" in the file of --config
        kitchen.cooks is -1; it has to be between 0 and 64
          set it with BISTRO_KITCHEN_COOKS or "kitchen.cooks" in the file of --config
        log.level is 'loud'; it has to be one of trace, debug, info, notice, warning, error, critical
          set it with --log-level, BISTRO_LOG_LEVEL or "log.level" in the file of --config

      """),
  Start(
    testDescription: "a profile that does not exist", arguments: ["--profile", "holiday"], code: 78,
    errors: """
      error: the bistro cannot open with these settings (profile 'holiday')
        the profile 'holiday' does not exist; choose development, production, test

      """),
  Start(
    testDescription: "production without a database", arguments: ["--profile", "production"], code: 78,
    errors: """
      error: the bistro cannot open with these settings (profile 'production')
        database.path is missing
          set it with --database, BISTRO_DATABASE_PATH or "database.path" in the file of --config

      """),
  Start(
    testDescription: "a database in memory that is read-only", arguments: ["--profile", "test"],
    environment: ["BISTRO_DATABASE_READ_ONLY": "true"], code: 78,
    errors: """
      error: the bistro cannot open with these settings (profile 'test')
        database.read-only is true, and a database in memory begins empty; name a file in database.path
          set it with BISTRO_DATABASE_READ_ONLY or "database.read-only" in the file of --config

      """),
  Start(
    testDescription: "a folder that is missing", arguments: ["--database", "missing/bistro.sqlite"], code: 69,
    errors: """
      error: the database 'missing/bistro.sqlite' cannot be opened: SQLite error 14: unable to open database file
        help: name a file in a folder that exists, new or written by the bistro, with --database or BISTRO_DATABASE_PATH

      """),
  Start(
    testDescription: "a file that is no database", arguments: ["--database", "bistro.json"],
    file: "{}" + String(repeating: " ", count: 2000), code: 69,
    errors: """
      error: the database 'bistro.json' cannot be opened: SQLite error 26: file is not a database
        help: name a file in a folder that exists, new or written by the bistro, with --database or BISTRO_DATABASE_PATH

      """),
  Start(
    testDescription: "a text where the file has to have a number", file: #"{"kitchen": {"cooks": "two"}}"#, code: 78,
    errors: """
      error: the bistro cannot open with these settings (profile 'development')
        kitchen.cooks is no whole number (<file>)
          set it with BISTRO_KITCHEN_COOKS or "kitchen.cooks" in the file of --config

      """),
  Start(
    testDescription: "a database that has to be read-only and is empty", arguments: ["--database", "empty.sqlite"],
    environment: ["BISTRO_DATABASE_READ_ONLY": "true"], database: "empty.sqlite", code: 69,
    errors: """
      error: the database 'empty.sqlite' is older than this version of the bistro, and may not be written
        help: run once without database.read-only, so that its tables can be changed

      """),
  Start(
    testDescription: "no room for the tables", environment: ["BISTRO_DATABASE_MAX_PAGES": "1"], code: 69,
    errors: """
      error: there is no room for the database 'bistro.sqlite'
        help: make room on its disk, or raise database.max-pages

      """),
  Start(
    testDescription: "an address of another machine", arguments: ["--host", "192.0.2.1"], code: 69,
    errors: """
      error: cannot listen on port 0 of 192.0.2.1: Cannot assign requested address
        help: name an address of this machine with --host or BISTRO_HTTP_HOST, and a port that may be used

      """),
]

@Suite struct `A start that fails` {
  @Test(arguments: broken, Wired.allCases)
  fileprivate func `says what is wrong and what to do`(_ start: Start, _ wired: Wired) async throws {
    let folder = try TemporaryFolder()
    // What goes wrong is logged besides, unless the log is as good as off.
    var arguments = start.arguments + wired.arguments
    if start.environment["BISTRO_LOG_LEVEL"] == nil { arguments += ["--log-level", "critical"] }
    if let file = start.file { arguments += ["--config", try folder.write(file, to: "bistro.json")] }
    if let name = start.database { try await DatabaseQueue(path: folder.path(name)).vacuum() }
    var environment = start.environment
    if environment["BISTRO_HTTP_PORT"] == nil { environment["BISTRO_HTTP_PORT"] = "0" }
    let ending = try await BistroProcess(arguments, environment: environment, in: folder).ending()
    #expect(ending.code == start.code)
    #expect(ending.output == "")
    #expect(ending.errors == start.errors.replacingOccurrences(of: "<file>", with: folder.path("bistro.json")))
  }

  @Test(arguments: Wired.allCases)
  func `a port that is taken is named, and the bistro that has it is not disturbed`(_ wired: Wired) async throws {
    try await withBistro { guest async throws in
      let folder = try TemporaryFolder()
      let second = try BistroProcess(
        ["--profile", "test", "--log-level", "critical", "--port", "\(guest.port)"] + wired.arguments, in: folder)
      let ending = await second.ending()
      #expect(ending.code == 69)
      #expect(
        ending.errors == """
          error: port \(guest.port) of 127.0.0.1 is taken
            help: end what listens there, or choose another port with --port or BISTRO_HTTP_PORT; 0 takes any that is free

          """)
      #expect(try await guest.get("/health").status == 200)
    }
  }

  @Test func `what means nothing in the environment and in the file is named`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(#"{"http": {"prot": 80}}"#, to: "bistro.json")
    let bistro = try BistroProcess(["--config", file], environment: ["BISTRO_HTTP_PROT": "80"], in: folder)
    let ending = await bistro.ending()
    #expect(ending.code == 78)
    #expect(
      ending.errors == """
        error: the bistro cannot open with these settings (profile 'development')
          BISTRO_HTTP_PROT (environment) is no setting; did you mean BISTRO_HTTP_PORT?
          http.prot (\(file)) is no setting; did you mean http.port?

        """)
  }

  @Test func `a file of settings that is missing or broken is named`() async throws {
    let folder = try TemporaryFolder()
    let missing = try await BistroProcess(["--config", "missing.json"], in: folder).ending()
    #expect(missing.code == 78)
    #expect(missing.errors.contains("the file missing.json cannot be read: "), "\(missing.errors)")
    let file = try folder.write("{", to: "bistro.json")
    let malformed = try await BistroProcess(["--config", file], in: folder).ending()
    #expect(malformed.code == 78)
    #expect(malformed.errors.contains("the file \(file) cannot be read: "), "\(malformed.errors)")
  }

  @Test(arguments: Wired.allCases)
  func `a database of a newer version is left alone`(_ wired: Wired) async throws {
    let folder = try TemporaryFolder()
    try await withBistro([], wired: wired, in: folder) { _ in }
    let other = try DatabaseQueue(path: folder.path("bistro.sqlite"))
    try await other.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('3 reservations')") }
    let ending = try await BistroProcess(["--port", "0"] + wired.arguments, in: folder).ending()
    #expect(ending.code == 69)
    #expect(
      ending.errors == """
        error: the database 'bistro.sqlite' was written by a newer version of the bistro
          help: run that version, or another database with --database or BISTRO_DATABASE_PATH

        """)
  }

  @Test func `an option that does not exist is refused`() async throws {
    let ending = try await BistroProcess(["--prot", "80"], in: TemporaryFolder()).ending()
    #expect(ending.code == 64)
    #expect(ending.errors.hasPrefix("Error: Unknown option '--prot'. Did you mean '--port'?\n"), "\(ending.errors)")
  }
}

@Suite struct `Settings from several places` {
  @Test func `the command line counts before the environment, and that before the file`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(#"{"database": {"path": "file.sqlite"}, "kitchen": {"cooks": 0}}"#, to: "bistro.json")
    let environment = ["BISTRO_DATABASE_PATH": "environment.sqlite", "BISTRO_CONFIG": file]
    try await withBistro([], environment: environment, in: folder) { guest async throws in
      _ = try await guest.post("/orders", #"{"table":1,"lines":[{"dish":1,"quantity":1}]}"#)
      // The file says that nobody cooks.
      #expect(try await guest.get("/orders?state=received").json([WireOrder].self).map(\.id) == [1])
    }
    try await withBistro(["--database", "option.sqlite"], environment: environment, in: folder) { _ in }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter { !$0.contains("-") }.sorted()
    #expect(names == ["bistro.json", "environment.sqlite", "option.sqlite"])
  }
}
