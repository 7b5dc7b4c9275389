// SPDX-License-Identifier: Apache-2.0

extension Bind {
  /// The recipe, noting what it makes in the running request's session.
  func tracking(_ recipe: @escaping Recipe<Value>, in scope: ScopeChoice, owner: Owner) -> Recipe<Value> {
    { [relatives = extras.relatives] needs in
      guard let session = Frame.relatives else { return try recipe(&needs) }
      let made = session.begin(isShared: scope.outlivesRequests, owner: owner)
      var isFinished = false
      defer { session.end(made, isFinished: isFinished) }
      let value = try recipe(&needs)
      isFinished = true
      if type(of: value as Any) is AnyClass { made.object = value as AnyObject }
      made.steps = relatives.steps(for: value)
      return value
    }
  }
}

extension ScopeChoice {
  /// Whether instances belong to nobody in particular, so that they sit directly under the container.
  var outlivesRequests: Bool {
    switch self {
    case .transient, .graph: false
    case .singleton, .weak, .scoped, .custom: true
    }
  }
}
