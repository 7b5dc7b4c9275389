// SPDX-License-Identifier: Apache-2.0

/// The state of a host, which makes a resource for a view and closes it: says what comes next, and does nothing itself.
///
/// Only one thing is under way at a time. The next resource is made when the last one has closed, so two resources never have the same file or
/// connection open. A wish that comes meanwhile waits, and a later one replaces it.
enum HostState<ID: Equatable, Resource> {
  /// There is no resource, and no view wants one.
  case idle
  /// The resource of an ID is being made.
  case loading(ID)
  /// The resource of an ID is in use.
  case ready(Resource, for: ID)
  /// The resource of an ID could not be made.
  case failed(any Error, for: ID)
  /// A resource that nobody wants any more is being made; its maker is cancelled. Then comes the next one.
  case cancelled(next: ID?)
  /// A resource is being closed. Then comes the next one.
  case closing(next: ID?)

  /// What the owner of the state does.
  enum Action {
    /// Makes the resource that was wanted last, and calls `made` with it.
    case make
    /// Cancels the making, which still ends with a call of `made`.
    case cancel
    /// Closes a resource, and calls `closed`.
    case close(Resource)
  }

  /// A view wants the resource of an ID. A wish for the one that is there, or that could not be made, changes nothing.
  mutating func show(_ id: ID) -> Action? {
    switch self {
    case .loading(id), .ready(_, for: id), .failed(_, for: id): nil
    case .idle, .failed: make(for: id)
    case .loading, .ready, .cancelled, .closing: leave(for: id)
    }
  }

  /// No view wants a resource any more.
  mutating func hide() -> Action? { leave(for: nil) }

  /// A view wants the resource of an ID once more that could not be made.
  mutating func retry(_ id: ID) -> Action? {
    guard case .failed(_, for: id) = self else { return nil }
    return make(for: id)
  }

  /// The making has ended. A resource that nobody wants any more is closed; the error of a cancelled making is nobody's.
  mutating func made(_ result: Result<Resource, any Error>) -> Action? {
    switch (self, result) {
    case (.loading(let id), .success(let resource)):
      self = .ready(resource, for: id)
      return nil
    case (.loading(let id), .failure(let error)):
      self = .failed(error, for: id)
      return nil
    case (.cancelled(let next), .success(let resource)):
      self = .closing(next: next)
      return .close(resource)
    case (.cancelled(let next), .failure): return goOn(with: next)
    case (_, .success(let resource)): return .close(resource)
    case (_, .failure): return nil
    }
  }

  /// The closing has ended.
  mutating func closed() -> Action? {
    guard case .closing(let next) = self else { return nil }
    return goOn(with: next)
  }

  private mutating func make(for id: ID) -> Action? {
    self = .loading(id)
    return .make
  }

  private mutating func goOn(with next: ID?) -> Action? {
    if let next { return make(for: next) }
    self = .idle
    return nil
  }

  /// Ends what is there, and notes what comes after it.
  private mutating func leave(for next: ID?) -> Action? {
    switch self {
    case .idle, .failed: return goOn(with: next)
    case .loading:
      self = .cancelled(next: next)
      return .cancel
    case .ready(let resource, for: _):
      self = .closing(next: next)
      return .close(resource)
    case .cancelled:
      self = .cancelled(next: next)
      return nil
    case .closing:
      self = .closing(next: next)
      return nil
    }
  }
}
