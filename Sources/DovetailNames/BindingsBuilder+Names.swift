// SPDX-License-Identifier: Apache-2.0
public import Dovetail

extension BindingsBuilder {
  /// Lists a binding that is declared by name.
  public static func buildExpression(_ bind: NamedBind) -> Bindings { Bindings(bind.finished) }
}

extension SharedBindsBuilder {
  /// Lists a binding that is declared by name.
  public static func buildExpression(_ bind: NamedBind) -> SharedBinds { SharedBinds(bind.finished) }
}
