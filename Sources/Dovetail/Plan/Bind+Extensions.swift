// SPDX-License-Identifier: Apache-2.0

extension Bind {
  /// The recipe run through the extensions: they make the object, then set its needs.
  func extended(_ step: ResolutionError.Step, _ owner: Owner, _ unfinished: UnfinishedValue<Value>?) -> Recipe<Value> {
    let parameters = declaration.needs.count { $0.need.place == .parameter }
    return { [recipe, steps = rare?.rareFacts.steps ?? [], declared = declaration.options] needs in
      let all = needs
      let request = Interception(step.key, Frame.options(for: step.key), declared: declared, isMaking: true)
      let trace = Frame.trace
      trace?.name(step.key)
      let made = try owner.extensions.make(request) {
        var needs = all
        return try recipe(&needs)
      }
      guard var value = made as? Value else {
        throw ResolutionError(
          .wrongType, step.key, "an extension makes a '\(TypeName(type(of: made)))' for '\(step.key)'",
          help: "let the extension make a '\(TypeName(Value.self))'")
      }
      // Noted now, so that requests for its properties know their parent.
      if Swift.type(of: value as Any) is AnyClass { trace?.know(value as AnyObject) }
      do {
        try owner.extensions.setNeeds(of: value, request) {
          var needs = all
          needs.skip(parameters)
          for step in steps { try step(&value, &needs) }
        }
      } catch { throw unfinished?.closing(value, all, error) ?? error }
      return value
    }
  }
}
