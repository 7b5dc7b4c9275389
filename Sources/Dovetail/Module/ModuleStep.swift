// SPDX-License-Identifier: Apache-2.0

/// A module that is being read.
struct ModuleStep {
  /// The index of the module in ``Collector/modules``.
  let index: Int
  let source: ModuleSource
  /// The elements that are not read yet.
  var elements: ArraySlice<Bindings.Element>
}

/// The common property of modules that are written in one place: a type, or the place of an inline module.
enum ModuleSource: Hashable {
  case type(ObjectIdentifier)
  case place(SourceLocation)

  init(_ module: any Module) {
    self = (module as? InlineModule).map { .place($0.location) } ?? .type(ObjectIdentifier(Swift.type(of: module)))
  }
}
