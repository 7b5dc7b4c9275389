// SPDX-License-Identifier: Apache-2.0

extension Graph {
  /// A module as it took part in a graph.
  public struct Module: Sendable, Codable {
    /// The module's type, or the name of an inline module.
    public var name: TypeName
    /// The indices in ``Graph/modules`` of the modules that this one includes, in order.
    public var includes: [Int]
    /// Why the module could not be read, when reading it threw; then it has no bindings.
    public var failure: String?
    /// Where the module is first included, or an inline module is written; unknown for one that the container was given.
    public var location: SourceLocation

    /// Creates a module.
    public init(
      name: TypeName,
      includes: [Int] = [],
      failure: String? = nil,
      location: SourceLocation = .unknown
    ) {
      self.name = name
      self.includes = includes
      self.failure = failure
      self.location = location
    }
  }
}
