// SPDX-License-Identifier: Apache-2.0

extension Bind {
  /// Sets a property of every new value, whatever it was before.
  ///
  /// The property's type is a need like a parameter's. The need of an optional property is not optional: its type has to be bound.
  /// The property is set before `onCreate` runs and before the value is handed out.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - name: Which bind of the property's type is meant; `nil` for the plain one.
  public func require<Property>(_ property: any WritableKeyPath<Value, Property> & Sendable, named name: String? = nil) -> Self {
    guard let optional = Property.self as? any OptionalProperty.Type else {
      return setting(Property.self, named: name) { value, new in value[keyPath: property] = try new() }
    }
    return requiring(optional, named: name) { value, new in
      if let new = new as? Property { value[keyPath: property] = new }
    }
  }

  /// Sets a property of every new value if it is nil. The need is not optional: its type has to be bound. The rest is as for `require`.
  public func fill<Property>(_ property: any WritableKeyPath<Value, Property?> & Sendable, named name: String? = nil) -> Self {
    setting(Property.self, named: name) { value, new in
      let found = try new()
      if value[keyPath: property] == nil { value[keyPath: property] = found }
    }
  }

  private func requiring<Property: OptionalProperty>(
    _ type: Property.Type, named name: String?, _ set: @escaping @Sendable (inout Value, Any) -> Void
  ) -> Self { setting(Property.Wrapped.self, named: name) { value, new in set(&value, Property.holding(try new())) } }

  private func setting<Property>(
    _ type: Property.Type, named name: String?, _ set: @escaping @Sendable (inout Value, () throws -> Property) throws -> Void
  ) -> Self { changed { $0.addProperty(type, named: name, set) } }

  package mutating func addProperty<Property>(
    _ type: Property.Type, named name: String?, _ set: @escaping @Sendable (inout Value, () throws -> Property) throws -> Void
  ) {
    // Needs are passed in order, and hooks run after all properties are set.
    let place = declaration.needs.firstIndex(where: \.isForHook) ?? declaration.needs.endIndex
    declaration.needs.insert(DeclaredNeed(type, named: name, place: .property), at: place)
    rareFacts.properties.append { value, needs in try set(&value) { try needs.take() } }
  }
}

/// The type of a property that may be nil. Checked at run time, because with two overloads the compiler's message for a wrong use is worse.
private protocol OptionalProperty: SendableMetatype {
  associatedtype Wrapped
  static func holding(_ value: Wrapped) -> Self
}

extension Optional: OptionalProperty {
  fileprivate static func holding(_ value: Wrapped) -> Wrapped? { value }
}
