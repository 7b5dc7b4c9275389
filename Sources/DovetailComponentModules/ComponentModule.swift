// SPDX-License-Identifier: Apache-2.0
public import Dovetail
public import DovetailComponents

/// A component that a container can take as a module: its members are listed once.
///
/// ```swift
/// extension Garage: ComponentModule {
///   static var members: Members<Garage> {
///     \.engine
///     \.car
///   }
/// }
///
/// let container = try Container(garage, WorkshopModule())
/// ```
///
/// The container asks the component for each resolution; the member still decides how often its value is made.
public protocol ComponentModule: Component, Module {
  /// The members that the container may resolve, each under the type of its property.
  @MembersBuilder<Self> static var members: Members<Self> { get }
}

extension ComponentModule {
  /// A binding for each listed member.
  public var bindings: Bindings { Self.members.items.reduce(into: Bindings()) { $1(self, &$0) } }
}

/// The members of a component that are listed for a container.
public struct Members<Owner: ComponentModule>: Sendable {
  /// Each gives its binding.
  var items: [@Sendable (Owner, inout Bindings) -> Void]
}

/// Turns the key paths of a list into the members of a component.
@resultBuilder
public enum MembersBuilder<Owner: ComponentModule> {
  /// Lists a member.
  public static func buildExpression<Value>(
    _ property: any KeyPath<Owner, Value> & Sendable, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Members<Owner> {
    Members(items: [
      { owner, bindings in
        var bind = Bind(
          Value.self, { try owner.whileOpen { owner[keyPath: property] } }, fileID: fileID, line: line, column: column)
        // The component makes and keeps it, and may live longer than the container.
        bind.declaration.role = .instance
        bindings.add(bind)
      }
    ])
  }

  /// Joins the members.
  public static func buildBlock(_ members: Members<Owner>...) -> Members<Owner> { Members(items: members.flatMap(\.items)) }
}
