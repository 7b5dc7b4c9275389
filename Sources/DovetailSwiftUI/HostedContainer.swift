// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Observation

/// The container of a host: does what its state says, in one task at a time.
@MainActor @Observable final class HostedContainer<ID: Equatable> {
  /// How a container is made, and where the error of its closing goes.
  struct Maker {
    let make: @MainActor () async throws -> any ClosableResolver
    let report: @MainActor (CloseError) -> Void
  }

  private(set) var state = HostState<ID, OwnedResolver>.idle
  /// The maker of the container that was wanted last.
  @ObservationIgnored private var maker: Maker?
  /// The making or the closing that is under way.
  @ObservationIgnored private(set) var work: Task<Void, Never>?
  /// The number of containers so far.
  @ObservationIgnored private var count = 0

  init() {}

  /// Makes the container of an ID, unless it is there; closes the one of another ID first.
  func show(_ id: ID, _ maker: Maker) {
    self.maker = maker
    perform { $0.show(id) }
  }

  /// Makes the container of an ID again after a failure. Does nothing in every other state.
  func retry(_ id: ID, _ maker: Maker) {
    perform { state in
      let action = state.retry(id)
      if action != nil { self.maker = maker }
      return action
    }
  }

  /// Closes the container, at once or as soon as it is made.
  func hide() { perform { $0.hide() } }

  private func perform(_ change: (inout HostState<ID, OwnedResolver>) -> HostState<ID, OwnedResolver>.Action?) {
    switch change(&state) {
    case .make: make()
    case .cancel: work?.cancel()
    case .close(let owned): close(owned)
    case nil: break
    }
  }

  private func make() {
    guard let maker else { return }
    work = Task {
      var result: Result<OwnedResolver, any Error>
      do {
        let resolver = try await maker.make()
        count += 1
        result = .success(OwnedResolver(resolver, number: count, report: maker.report))
      } catch { result = .failure(error) }
      work = nil
      perform { $0.made(result) }
    }
  }

  private func close(_ owned: OwnedResolver) {
    work = Task {
      await owned.close()
      work = nil
      perform { $0.closed() }
    }
  }
}

/// An open container or scope of a host. It closes with its last reference, if nobody has closed it: a host whose view goes without a word loses nothing.
final class OwnedResolver: Sendable {
  let resolver: any ClosableResolver
  /// Tells the containers of one host apart.
  let number: Int
  private let report: @MainActor (CloseError) -> Void

  init(_ resolver: any ClosableResolver, number: Int, report: @escaping @MainActor (CloseError) -> Void) {
    (self.resolver, self.number, self.report) = (resolver, number, report)
  }

  deinit {
    if resolver.isClosed { return }
    Task { [resolver, report] in await OwnedResolver.close(resolver, report) }
  }

  @MainActor func close() async { await OwnedResolver.close(resolver, report) }

  @MainActor private static func close(_ resolver: any ClosableResolver, _ report: @MainActor (CloseError) -> Void) async {
    do { try await resolver.close() } catch { report(error) }
  }
}
