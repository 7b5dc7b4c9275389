// SPDX-License-Identifier: Apache-2.0

/// Replaces the default of one argument of a binding, from any module.
///
/// ```swift
/// DefaultArgument(0, of: Car.self, "2014")
/// ```
///
/// The argument of a caller takes precedence over this default, and this default over that of the binding.
public struct DefaultArgument: Sendable {
  let index: Int
  let key: Graph.Key
  let type: TypeName
  let value: any Sendable
  let location: SourceLocation

  /// Replaces a default.
  ///
  /// - Parameters:
  ///   - index: Which of the binding's arguments, from 0.
  ///   - type: The type of the binding's key.
  ///   - name: The name of the binding; `nil` for the plain one.
  ///   - value: The value, of exactly the argument's type; `Optional` values may be nil.
  ///   - fileID: Where this is written.
  ///   - line: Where this is written.
  ///   - column: Where this is written.
  public init<Bound, Value: Sendable>(
    _ index: Int, of type: Bound.Type, named name: String? = nil, _ value: Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.index = index
    key = Key(type, named: name).graphKey
    self.type = TypeName(Value.self)
    self.value = value
    location = SourceLocation(fileID: fileID, line: line, column: column)
  }
}

/// The defaults that modules replace, matched with their binds.
struct ArgumentDefaults {
  /// The complete defaults by binding.
  private(set) var values: [Int: [any Sendable]] = [:]
  private(set) var findings: [Diagnostic] = []

  /// - Parameter inherited: The number of binds of the parent container, whose defaults are final.
  init(
    _ arguments: [(argument: DefaultArgument, module: Int, layer: Int)], _ entries: [Collector.Entry], _ wiring: Wiring,
    inherited: Int
  ) {
    for index in entries.indices where !entries[index].isPlain {
      let declared = entries[index].item.declaration
      if declared.hasDefaults { values[index] = declared.defaults }
    }
    var seen: [Int: [Int: (argument: DefaultArgument, layer: Int)]] = [:]
    // Those of a later layer replace those of earlier ones.
    for next in sortedPlaces(arguments.count, by: { (arguments[$0].layer, $0) < (arguments[$1].layer, $1) }) {
      let (argument, module, layer) = arguments[next]
      let place = "argument \(argument.index) of \(argument.key.quoted)"
      let binding = wiring.binding(for: argument.key, in: module).map(wiring.base)
      // What an override of a later layer takes is its own affair.
      if let binding, binding >= inherited, layer < wiring.graph.bindings[binding].layer { continue }
      let earlier = binding.flatMap { seen[$0, default: [:]].updateValue((argument, layer), forKey: argument.index) }
      if let earlier, earlier.layer == layer {
        report(
          .duplicateBinding, "\(place) is set twice", argument, notes: ["also set at \(earlier.argument.location)"],
          help: "keep one of them")
      } else if let binding, binding < inherited {
        report(
          .wrongArguments, "\(place) belongs to the container that this one is made over", argument,
          help: "list the DefaultArgument in a module of that container, or bind \(argument.key.quoted) again beside it")
      } else if let binding {
        apply(argument, to: binding, place, wiring.graph.bindings[binding].arguments)
      } else {
        report(
          .missingBinding, "nothing is bound for \(argument.key.quoted), whose argument \(argument.index) is set", argument,
          similar: wiring.nearMisses(for: argument.key).texts,
          help: "bind it with arguments(defaults:), or remove the DefaultArgument")
      }
    }
  }

  private mutating func apply(_ argument: DefaultArgument, to binding: Int, _ place: String, _ types: [TypeName]) {
    if values[binding] == nil || !types.indices.contains(argument.index) {
      report(
        .wrongArguments, "\(argument.key.quoted) has no default for argument \(argument.index)", argument,
        help: "give the binding arguments(defaults: …), or remove the DefaultArgument")
    } else if types[argument.index] != argument.type {
      report(
        .wrongArguments, "\(place) has the type '\(types[argument.index])', not '\(argument.type)'", argument,
        help: "give a value of exactly this type")
    } else {
      values[binding]?[argument.index] = argument.value
    }
  }

  private mutating func report(
    _ id: Diagnostic.ID, _ message: String, _ argument: DefaultArgument, notes: [String] = [], similar: [String] = [],
    help: String
  ) { findings.append(Diagnostic(id, .error, message, at: argument.location, notes: notes, similar: similar, help: help)) }
}
