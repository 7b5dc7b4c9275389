// SPDX-License-Identifier: Apache-2.0

/// The origin of a slot, with the source of its words in errors. A slot holds this and not the words, which are rarely needed.
package struct SlotOrigin: Sendable {
  private let steps: BindingSteps
  private let index: Int32

  /// A binding of a graph.
  init(_ steps: BindingSteps, _ binding: Int) {
    self.steps = steps
    index = Int32(binding)
  }

  /// A slot that the framework makes itself.
  init(_ step: ResolutionError.Step) { self.init(BindingSteps { _ in step }, -1) }

  /// The description of the slot in errors.
  var step: ResolutionError.Step { steps.value(Int(index)) }

  /// The index of the binding; `nil` for a slot that the framework makes itself.
  var binding: Int? { index < 0 ? nil : Int(index) }
}

/// Describes the bindings of a graph in errors. One for all slots of a plan, which hold it: a closure would take more room in each.
typealias BindingSteps = Boxed<@Sendable (_ binding: Int) -> ResolutionError.Step>
