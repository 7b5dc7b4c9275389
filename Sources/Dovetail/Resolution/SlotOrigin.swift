// SPDX-License-Identifier: Apache-2.0

/// The origin of a slot, with the source of its words in errors. A slot holds this and not the words, which are rarely needed.
struct SlotOrigin: Sendable {
  private enum Source: Sendable {
    case graph(BindingSteps)
    case known(KnownStep)
  }

  private final class KnownStep: Sendable {
    let step: ResolutionError.Step

    init(_ step: ResolutionError.Step) { self.step = step }
  }

  private let source: Source
  private let index: Int32

  /// A binding of a graph.
  init(_ graph: BindingSteps, _ binding: Int) {
    source = .graph(graph)
    index = Int32(binding)
  }

  /// A slot that the framework makes itself.
  init(_ step: ResolutionError.Step) {
    source = .known(KnownStep(step))
    index = -1
  }

  /// The same with its words kept, for repeated use.
  init(knowing origin: SlotOrigin) {
    source = .known(KnownStep(origin.step))
    index = origin.index
  }

  /// The description of the slot in errors.
  var step: ResolutionError.Step {
    switch source {
    case .graph(let graph): graph.step(Int(index))
    case .known(let known): known.step
    }
  }

  /// The index of the binding; `nil` for a slot that the framework makes itself.
  var binding: Int? { index < 0 ? nil : Int(index) }
}

/// Describes the bindings of a graph in errors. One for all slots of a plan, which hold it: a closure would take more room in each.
final class BindingSteps: Sendable {
  let step: @Sendable (_ binding: Int) -> ResolutionError.Step

  init(_ step: @escaping @Sendable (_ binding: Int) -> ResolutionError.Step) { self.step = step }
}
