// SPDX-License-Identifier: Apache-2.0

/// A module whose bindings could not be read, so that all of them are missing.
enum FailingModuleCheck: GraphCheck.Check {
  static let id = Diagnostic.ID.failingModule

  static func findings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    subject.outline.frame.modules.compactMap { module in
      module.failure.map { failure in
        Diagnostic(id, .error, "'\(subject.names.type(module.name))' could not be read: \(failure)", at: module.location)
      }
    }
  }
}
