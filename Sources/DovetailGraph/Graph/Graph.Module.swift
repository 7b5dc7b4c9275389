// SPDX-License-Identifier: Apache-2.0

extension Graph {
  /// A module as it took part in a graph.
  public struct Module: Sendable {
    /// The module's type, or the name of an inline module.
    public var name: TypeName
    /// The indices in ``Graph/modules`` of the modules that this one includes, in order.
    public var includes: [Int]
    /// The error from reading the module; then it has no bindings. `nil` when there was none.
    public var failure: String?
    /// The place of its first include, or of an inline module; unknown for one that the container was given.
    public var location: SourceLocation

    /// Creates a module.
    public init(name: TypeName, includes: [Int] = [], failure: String? = nil, location: SourceLocation = .unknown) {
      self.name = name
      self.includes = includes
      self.failure = failure
      self.location = location
    }
  }
}
