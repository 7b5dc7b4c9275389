// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
  public import Dovetail
  public import DovetailComponents
  public import SwiftUI

  /// A view with a container or a component of its own around it, for previews.
  ///
  /// ```swift
  /// #Preview("offline") {
  ///   PreviewContainer(AppModule()) {
  ///     Bind((any Catalogue).self, Offline.init)
  ///   } content: {
  ///     ShelfView()
  ///   }
  /// }
  /// ```
  ///
  /// When the graph is wrong, or an override replaces nothing, the preview shows the report in place of the view.
  public struct PreviewContainer<Content: View>: View {
    @State private var sources: Result<InjectionSources, any Error>
    private let content: Content

    /// Puts a container of modules around a view.
    ///
    /// - Parameters:
    ///   - modules: The modules of the app.
    ///   - standIns: `.all` to replace every binding that carries a stand-in by it.
    ///   - content: The view.
    public init(_ modules: any Module..., standIns: StandIns = .none, @ViewBuilder content: () -> Content) {
      self.init({ try InjectionSources(Container(PreviewModule(modules: modules), standIns: standIns)) }, content)
    }

    /// Puts a container of modules around a view, some of whose bindings are replaced.
    ///
    /// - Parameters:
    ///   - modules: The modules of the app.
    ///   - standIns: `.all` to replace every binding that carries a stand-in by it. A replacement wins over a stand-in.
    ///   - fileID: Where the replacements are written.
    ///   - line: Where the replacements are written.
    ///   - column: Where the replacements are written.
    ///   - bindings: Every binding in it replaces one of the same key, and has to.
    ///   - content: The view.
    public init(
      _ modules: any Module..., standIns: StandIns = .none,
      fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
      @BindingsBuilder overriding bindings: @escaping @Sendable () throws -> Bindings, @ViewBuilder content: () -> Content
    ) {
      self.init(
        {
          let overrides = InlineModule("the preview", fileID: fileID, line: line, column: column, bindings)
          return try InjectionSources(PreviewModule(modules: modules).container(overriding: overrides, standIns: standIns))
        }, content)
    }

    /// Puts a component around a view.
    ///
    /// ```swift
    /// PreviewContainer { try Garage(frequency: 0).override(\.engine, with: FakeEngine()) } content: { CarView() }
    /// ```
    public init<Owner: Component & Sendable>(component make: () throws -> Owner, @ViewBuilder content: () -> Content) {
      self.init(
        {
          var sources = InjectionSources()
          sources[Owner.self] = try make()
          return sources
        }, content)
    }

    private init(_ make: () throws -> InjectionSources, _ content: () -> Content) {
      _sources = State(initialValue: Result { try make() })
      self.content = content()
    }

    /// The view, or what is wrong.
    public var body: some View {
      switch sources {
      case .success(let sources): content.environment(\.injection, sources)
      case .failure(let error): PreviewReport(error: error)
      }
    }
  }

  /// What is wrong with the graph of a preview.
  struct PreviewReport: View {
    let error: any Error

    var body: some View { ScrollView { Text(verbatim: "\(error)").monospaced() } }
  }

  /// The modules of a preview as one.
  struct PreviewModule: Module {
    let modules: [any Module]

    var bindings: Bindings {
      for module in modules { Include(module) }
    }

    /// A container of them, with replacements. They are checked together: what is wrong with a replaced binding does not count.
    func container(overriding overrides: InlineModule, standIns: StandIns) throws -> Container {
      try Container(PlanInput(layers: [[self], [overrides]], standIns: standIns))
    }
  }

  extension InjectionSources {
    fileprivate init(_ resolver: any Resolver) {
      self.init()
      self.resolver = resolver
    }
  }
#endif
