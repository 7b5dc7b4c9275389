// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public import Dovetail
internal import DovetailTesting
internal import Testing

public enum PackageLayoutTargets {
  public protocol Client: Sendable {
    func load(_ path: String) -> [Int]
  }

  struct WireClient: Client {
    func load(_ path: String) -> [Int] { [1] }
  }

  struct SilentClient: Client {
    func load(_ path: String) -> [Int] { [] }
  }

  public protocol Catalogue: Sendable {
    var titles: [String] { get }
  }

  struct RemoteCatalogue: Catalogue {
    let client: any Client

    var titles: [String] { client.load("/titles").map { "\($0)" } }
  }

  public struct CatalogueModule: Module {
    public init() {}

    public var bindings: Bindings {
      Bind((any Catalogue).self) { (client: any Client) in RemoteCatalogue(client: client) }.in(.singleton)
    }
  }

  struct AppModule: Module {
    var bindings: Bindings {
      Include(CatalogueModule())
      Bind((any Client).self, WireClient.init).in(.singleton).external
    }
  }

  @Suite("The guide about a package's layout") struct Tests {
    @Test func `the catalogue is wired, given a client`() {
      let client = InlineModule { Bind((any Client).self) { SilentClient() } }
      expectValid(CatalogueModule(), client, roots: [Root((any Catalogue).self)])
    }

    @Test func `the program is wired`() throws {
      expectValid(AppModule())
      #expect(try Container(AppModule()).resolve((any Catalogue).self).titles == ["1"])
    }
  }
}

enum PackageLayout: Guide {
  static let page = "Guides/PackageLayout"
}
