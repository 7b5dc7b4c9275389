// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Testing

/// Keeps the pages true: what they show is compiled, and what they say comes of it does.
@Suite("The pages") struct GuideTests {
  static let guides: [any Guide.Type] =
    [
      README.self, FirstPage.self, GettingStarted.self, Scopes.self, RequestScopes.self, Modules.self, DeferredDependencies.self,
      ReadingADiagnostic.self, AsyncDependencies.self, IsolationAndSendable.self, Lifecycle.self,
      InspectingTheGraph.self, GraphFileArticle.self, GlobalContainer.self, InterceptingResolutions.self, PackageLayout.self,
      SystemTypes.self,
      Components.self, ContainerOrComponent.self, TestingGuide.self, Cookbook.self,
      AuditingAnApp.self,
      MovingFromSwinject.self, MovingFromFactory.self, MovingFromSwiftDependencies.self, MovingFromNeedle.self,
    ] + diagnostics

  /// The pages about the five systems, whose code is compiled next to the tests of the system.
  static let comparedBySeedTests = [
    "StringKeyedBindings", "PropertyInjection", "MovingFromRivet", "MovingFromInjineer", "MovingFromInDependence",
    "MovingFromBTKInjector",
    "MovingFromDrip",
  ]

  /// The pages about other packages, whose code the tests of the adapters compile.
  static let comparedByAdapterTests = ["Logging", "Tracing", "Configuration", "Servers"]

  /// The pages that show code of another framework, which nothing here compiles, and that framework.
  static let frameworks = [
    "Guides/MovingFromSwinject": "Swinject", "Guides/MovingFromFactory": "Factory",
    "Guides/MovingFromSwiftDependencies": "swift-dependencies", "Guides/MovingFromNeedle": "Needle",
  ]

  static var pages: [String] { guides.map { $0.page } }

  @Test func `are all compared with code`() throws {
    let others = GuideTests.comparedBySeedTests + GuideTests.comparedByAdapterTests
    let pages = GuideTests.pages + others.map { "Guides/\($0)" } + GuideTests.quotingPages.keys
    #expect(try Page.all() == pages.sorted())
  }

  @Test(arguments: pages) func `show no code that is not compiled`(page: String) throws {
    let page = try Page(page)
    let (compiled, imported) = (try page.compiled(), try page.imported())
    for snippet in page.snippets {
      #expect(Page.imports(of: snippet).subtracting(imported) == [])
      #expect(compiled.contains(Page.normalised(snippet)), "no test compiles this:\n\(snippet)")
    }
  }

  @Test func `name the framework where code is not ours`() throws {
    for name in try Page.all() {
      #expect(Set(try Page(name).frameworks) == Set(GuideTests.frameworks[name].map { [$0] } ?? []), "\(name)")
    }
  }

  @Test func `name every member of a graph file`() throws {
    let files = try Page.swiftFiles(in: "Sources/DovetailExport/File")
    let writer = try #require(files.first { $0.path.hasSuffix("/GraphFile+Writing.swift") })
    let members = Set(writer.text.matches(of: #/\("(\w+)", /#).map { String($0.1) })
    let text = try Page.text(of: "Reference/GraphFile")
    #expect(members.count > 60)
    #expect(members.filter { !text.contains("`\($0)`") && !text.contains("\"\($0)\"") } == [])
  }

  @Test(arguments: pages) func `say what is printed`(page: String) async throws {
    let guide = try #require(GuideTests.guides.first { $0.page == page })
    let page = try Page(page)
    let printed = try await guide.printed()
    #expect(printed == page.printed)
    #expect(page.silentPrints == 0)
  }

  @Test(arguments: pages) func `show the messages that come`(page: String) async throws {
    let guide = try #require(GuideTests.guides.first { $0.page == page })
    let messages = try await guide.messages()
    let shown = try Page(page).messages
    #expect(messages.count == shown.count)
    for (message, shown) in zip(messages, shown) { #expect(message == shown) }
  }
}
