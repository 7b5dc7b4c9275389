// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

// Binds by name whose needs are listed once: for the parameters of an initialiser, in order, or for the properties of an object.

extension NamedBind {
  /// Declares how the value of a name is made by an initialiser, or a closure with typed parameters, that takes the values of other names.
  ///
  /// ```swift
  /// NamedBind("car", needs: ["engine", "wheelProvider"], Car.init(engine:wheel:)).in(.singleton)
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - names: The needs of the parameters, in order; made in this order. A different number of names than of parameters is a finding.
  ///   - fileID: Where the bind is written.
  ///   - line: Where the bind is written.
  ///   - column: Where the bind is written.
  ///   - make: Takes one value for each name. One of another type fails the request with the code `.wrongType`.
  public init<each Need: Sendable>(
    _ name: String, needs names: [String], fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ make: @escaping @Sendable (repeat each Need) throws -> any Sendable
  ) {
    self.init(name, needs: names, fileID: fileID, line: line, column: column) { (values: Values) in
      var rest = names[...]
      return try make(repeat try values.next((each Need).self, of: &rest))
    }
    var count = 0
    for _ in repeat (each Need).self { count += 1 }
    guard count != names.count else { return }
    let named = names.count == 1 ? "1 need is named" : "\(names.count) needs are named"
    let finding = Diagnostic(
      .unknownNeed, .error, "in the bind of '\(name)', \(named) for \(count) parameter\(count == 1 ? "" : "s")",
      notes: names.isEmpty ? [] : ["named: \(names.joined(separator: ", "))"],
      help: "name one need for each parameter, in their order")
    self = reporting(finding)
  }

  /// A property of an object, and the name whose value it gets.
  public struct Filled<Object: AnyObject>: Sendable {
    fileprivate let name: String
    fileprivate let fill: @Sendable (NamedBind) -> NamedBind

    /// A property that is set to the value of a name, if it is nil.
    public static func fill<Property>(
      _ property: any ReferenceWritableKeyPath<Object, Property?> & Sendable, from name: String
    ) -> Self {
      Self(name: name) { bind in bind.fill(property, from: name) }
    }

    /// A property that holds a closure and is set to the provider of a name, if it is nil; the name ends in `Provider`.
    public static func fill<Product>(
      _ property: any ReferenceWritableKeyPath<Object, (@Sendable () -> Product)?> & Sendable, from name: String
    ) -> Self {
      Self(name: name) { bind in bind.fill(property, from: name) }
    }
  }

  /// Declares the factory of a named object, and the properties that get the values of other names: those names are its needs.
  ///
  /// ```swift
  /// NamedBind("list", ListScreen.init, .fill(\.service, from: "service"), .fill(\.showDetails, from: "detailsProvider"))
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - make: Makes the object.
  ///   - properties: The properties to set if the object left them nil, in this order.
  ///   - fileID: Where the bind is written.
  ///   - line: Where the bind is written.
  ///   - column: Where the bind is written.
  public init<Object: AnyObject & Sendable>(
    _ name: String, _ make: @escaping @Sendable () throws -> Object, _ properties: Filled<Object>...,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    let names = properties.map(\.name)
    let bind = NamedBind(name, needs: names, fileID: fileID, line: line, column: column) { (_: Values) in try make() }
    self = properties.reduce(bind) { bind, property in property.fill(bind) }
  }
}

extension Values {
  /// The value of the next of some names.
  fileprivate func next<Wanted>(_ type: Wanted.Type, of rest: inout ArraySlice<String>) throws(ResolutionError) -> Wanted {
    // The check refuses a bind that has too few names.
    guard let name = rest.popFirst() else { throw Values.unfinished("a need without a name") }
    return try self[name]
  }
}
