// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// A module whose bindings could not be read, so that all of them are missing.
  func failingModuleFindings() -> [Diagnostic] {
    graph.modules.compactMap { module in
      module.failure.map {
        Diagnostic(.failingModule, .error, "'\(names.type(module.name))' could not be read: \($0)", at: module.location)
      }
    }
  }
}
