// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// A decorator that wraps nothing.
  func nothingToDecorateFindings() -> [Diagnostic] {
    findings(about: wiring.uselessDecorators) { decorator in
      finding(
        .nothingToDecorate, "the decorator of \(quoted(decorator)) wraps nothing", at: decorator,
        similar: nearMisses(insteadOf: decorator).texts, help: "bind \(names.key(key(of: decorator))), or remove the decorator")
    }
  }
}
