// SPDX-License-Identifier: Apache-2.0

extension Bind {
  /// Sets a property of every new value, whatever it was before.
  ///
  /// The property's type is a need like a parameter's. It is set before `onCreate` runs and before anybody sees the value.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - name: Which bind of the property's type is meant; `nil` for the plain one.
  public func require<Property>(
    _ property: any WritableKeyPath<Value, Property> & Sendable, named name: String? = nil
  ) -> Self {
    setting(Property.self, named: name) { value, new in value[keyPath: property] = try new() }
  }

  /// Sets an optional property of every new value. What it takes is not optional: something has to be bound for it.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - name: Which bind of the property's type is meant; `nil` for the plain one.
  public func require<Property>(
    _ property: any WritableKeyPath<Value, Property?> & Sendable, named name: String? = nil
  ) -> Self {
    setting(Property.self, named: name) { value, new in value[keyPath: property] = try new() }
  }

  /// Sets a property of every new value if it is nil. The need is not optional: something has to be bound for it.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - name: Which bind of the property's type is meant; `nil` for the plain one.
  public func fill<Property>(
    _ property: any WritableKeyPath<Value, Property?> & Sendable, named name: String? = nil
  ) -> Self {
    setting(Property.self, named: name) { value, new in
      let found = try new()
      if value[keyPath: property] == nil { value[keyPath: property] = found }
    }
  }

  private func setting<Property>(
    _ type: Property.Type, named name: String?,
    _ set: @escaping @Sendable (inout Value, () throws -> Property) throws -> Void
  ) -> Self {
    changed { $0.addProperty(type, named: name, set) }
  }

  mutating func addProperty<Property>(
    _ type: Property.Type, named name: String?,
    _ set: @escaping @Sendable (inout Value, () throws -> Property) throws -> Void
  ) {
    // Needs are handed out in their order, and hooks run after all properties are set.
    let place = declaration.needs.firstIndex(where: \.isForHook) ?? declaration.needs.endIndex
    declaration.needs.insert(NeedRequest(type, named: name, place: .property), at: place)
    properties.append { value, needs in try set(&value) { try needs.take() } }
  }
}
