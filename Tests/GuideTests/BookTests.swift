// SPDX-License-Identifier: Apache-2.0
internal import Testing

/// Keeps the pages a book: its chapters stand in their order, and no page is far away.
@Suite("The book") struct BookTests {
  /// The pages that a page links, by their last names.
  private func links(of page: String) throws -> Set<String> {
    let text = try Page.text(of: page)
    let pages = text.matches(of: /<doc:([\w-]+)>/).map { String($0.1) }
    let products = text.matches(of: /``\/(\w+)``/).map { String($0.1) }
    return Set(pages + products)
  }

  private func name(of page: String) -> String { page.split(separator: "/").last.map(String.init) ?? page }

  @Test func `every page is within two clicks of the first one`() throws {
    let pages = try Page.everyPage()
    let near = try links(of: "Dovetail")
    let reached = try pages.filter { near.contains(name(of: $0)) }.reduce(into: near) { try $0.formUnion(links(of: $1)) }
    // `Bind` is the page of a symbol, which the first page lists as that.
    let far = pages.filter { !reached.contains(name(of: $0)) && !["Dovetail", "Reference/Bind"].contains($0) }
    #expect(far == [])
  }

  @Test func `its chapters begin with the essentials`() throws {
    let text = try Page.text(of: "Dovetail")
    let topics = try #require(text.split(separator: "## Topics").last)
    let chapters = topics.matches(of: /(?m)^### (.+)$/).map { String($0.1) }
    #expect(
      Array(chapters.prefix(9)) == [
        "Essentials", "Concurrency", "Your program", "With components", "When something is wrong", "To look things up",
        "Advanced",
        "With other packages", "Moving from …",
      ])
    let essentials = try #require(topics.split(separator: "### Concurrency").first)
    #expect(
      essentials.matches(of: /<doc:(\w+)>/).map { String($0.1) }
        == ["GettingStarted", "Scopes", "Modules", "DeferredDependencies", "Testing"])
  }
}
