// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
  public import Dovetail
  public import SwiftUI

  extension PreviewTrait where T == Preview.ViewTraits {
    /// Puts a container of modules around a preview.
    ///
    /// ```swift
    /// #Preview(traits: .container(AppModule())) { ShelfView() }
    /// ```
    ///
    /// When the graph is wrong, the preview shows the report in place of the view. Each trait makes a container of its own.
    ///
    /// - Parameters:
    ///   - modules: The modules of the app.
    ///   - standIns: `.all` to replace every binding that carries a stand-in by it.
    @MainActor public static func container(_ modules: any Module..., standIns: StandIns = .none) -> PreviewTrait {
      .modifier(ContainerPreview { try Container(PreviewModule(modules: modules), standIns: standIns) })
    }

    /// Puts a container of modules around a preview, some of whose bindings are replaced.
    ///
    /// ```swift
    /// #Preview("offline", traits: .container(AppModule()) { Bind((any Catalogue).self, Offline.init) }) { ShelfView() }
    /// ```
    ///
    /// When the graph is wrong, or an override replaces nothing, the preview shows the report in place of the view.
    ///
    /// - Parameters:
    ///   - modules: The modules of the app.
    ///   - standIns: `.all` to replace every binding that carries a stand-in by it. A replacement wins over a stand-in.
    ///   - fileID: Where the replacements are written.
    ///   - line: Where the replacements are written.
    ///   - column: Where the replacements are written.
    ///   - bindings: Every binding in it replaces one of the same key, and has to.
    @MainActor public static func container(
      _ modules: any Module..., standIns: StandIns = .none,
      fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
      @BindingsBuilder overriding bindings: @escaping @Sendable () throws -> Bindings
    ) -> PreviewTrait {
      .modifier(
        ContainerPreview {
          try PreviewModule(modules: modules)
            .container(
              overriding: InlineModule("the preview", fileID: fileID, line: line, column: column, bindings), standIns: standIns)
        })
    }
  }

  /// Puts a container around a preview.
  private struct ContainerPreview: PreviewModifier {
    private let container: Result<Container, any Error>

    init(_ make: () throws -> Container) { container = Result { try make() } }

    /// Makes nothing: it belongs to the type, and does not know the modules of a trait.
    static func makeSharedContext() async throws {}

    func body(content: Content, context: Void) -> some View {
      switch container {
      case .success(let container): content.container(container)
      case .failure(let error): PreviewReport(error: error)
      }
    }
  }
#endif
