// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)
  public import Dovetail
  public import SwiftUI

  /// A view that makes a container, puts it around its content, and closes it.
  ///
  /// ```swift
  /// ContainerHost(id: user) {
  ///   let container = try Container(SessionModule(user: user))
  ///   do { try await container.start() } catch {
  ///     try await container.close()
  ///     throw error
  ///   }
  ///   return container
  /// } content: {
  ///   ShelfView()
  /// }
  /// ```
  ///
  /// The closure runs when the view appears, and again when the ID changes. Meanwhile the view shows `loading`, and after an error `failure`, with the
  /// error and an action that tries again. The closure may return an open scope in place of a container.
  ///
  /// The container closes when the view disappears and when the ID changes. A container that is ready too late is closed, too; its closure is
  /// cancelled before. Only when the last container has closed the next one is made: two of them never have the same file or connection open. So a closure
  /// that ignores its cancellation, or an `onClose` that does not return, keeps the view in `loading`. After two quick changes, only the last ID gets a
  /// container.
  ///
  /// For SwiftUI a view disappears, too, when another tab or a view that is pushed covers it. Put the host around the `TabView` or the
  /// `NavigationStack`. SwiftUI tells no view that the program ends.
  public struct ContainerHost<ID: Equatable, Content: View, Loading: View, Failure: View>: View {
    @State private var host = HostedContainer<ID>()
    private let id: ID
    private let maker: HostedContainer<ID>.Maker
    private let content: @MainActor () -> Content
    private let loading: @MainActor () -> Loading
    private let failure: @MainActor (any Error, @escaping @MainActor () -> Void) -> Failure

    /// Makes a container or a scope for a view.
    ///
    /// - Parameters:
    ///   - id: What the container is for, such as a user. Without an ID there is one container as long as the view is on display.
    ///   - make: Makes the container, or opens the scope. Its task is cancelled when nobody waits for it any more; an error that it throws then is
    ///     ignored. When it throws after it has made a container, it closes that container itself.
    ///   - content: The view that resolves from the container. Its state begins anew with each container.
    ///   - loading: The view while the container is made, and while the last one closes.
    ///   - failure: The view after an error, with an action that makes the container again.
    ///   - onCloseError: Takes the error of a container that closed with errors, also when the view is gone. Without it, the error is printed.
    public init<Source: ClosableResolver>(
      id: ID = 0,
      _ make: @escaping @MainActor () async throws -> Source,
      @ViewBuilder content: @escaping @MainActor () -> Content,
      @ViewBuilder loading: @escaping @MainActor () -> Loading = { ProgressView() },
      @ViewBuilder failure: @escaping @MainActor (_ error: any Error, _ retry: @escaping @MainActor () -> Void) -> Failure = {
        ContainerFailureView(error: $0, retry: $1)
      },
      onCloseError: @escaping @MainActor (CloseError) -> Void = { print("\($0)") }
    ) {
      self.id = id
      maker = HostedContainer<ID>.Maker(make: make, report: onCloseError)
      (self.content, self.loading, self.failure) = (content, loading, failure)
    }

    /// The content, or what is shown in its place.
    public var body: some View {
      // The stack stays where its content changes. Without it, SwiftUI would say that each of the three views appears and disappears.
      ZStack { phase }
        .onAppear { host.show(id, maker) }
        .onChange(of: id) { host.show(id, maker) }
        .onDisappear { host.hide() }
    }

    /// SwiftUI reads the body before it tells of another ID, so that the state may still be that of the last one.
    @ViewBuilder private var phase: some View {
      switch host.state {
      case .ready(let owned, for: id): content().container(owned.resolver).id(owned.number)
      case .failed(let error, for: id): failure(error) { host.retry(id, maker) }
      default: loading()
      }
    }
  }

  /// The text of an error, and a button that tries again: what a `ContainerHost` shows after a failure, unless it has a view of its own.
  public struct ContainerFailureView: View {
    private let error: any Error
    private let retry: @MainActor () -> Void

    /// Shows an error.
    public init(error: any Error, retry: @escaping @MainActor () -> Void) { (self.error, self.retry) = (error, retry) }

    /// The text and the button.
    public var body: some View {
      ScrollView {
        Text(verbatim: "\(error)").monospaced()
        Button("Try Again") { retry() }
      }
    }
  }
#endif
