// SPDX-License-Identifier: Apache-2.0
public import DovetailGraph

/// The shape of version 1 of the file. Members unknown to a reader are skipped, and so are those that only help other readers: `answeredBy` and `replacedBy`
/// follow from the rest.
enum Record {
  struct File: Decodable {
    var isObserved: Bool?
    var types: [String: String]?
    var modules: [Module]
    var scopeKinds: [Kind]?
    var bindings: [Binding]
    var roots: [Need]?
    var observed: [Edge]?
    var moduleCycles: [[String]]?
    var timeline: [Entry]?
    var findings: [Finding]?
  }

  struct Module: Decodable {
    var name: String
    var location: Place?
    var includes: [Int]?
    var failure: String?
  }

  struct Place: Decodable {
    var file: String
    var line, column: Int
  }

  struct Edge: Decodable { var from, to: Int }

  struct Key: Decodable {
    var type: String
    var name: String?
  }

  struct Kind: Decodable {
    var type: String
    var parent: String?
    var inputs: [Key]?
  }

  struct Binding: Decodable {
    var type: String
    var name: String?
    var role: Graph.Binding.Role
    var scope: Scope
    var module: Int
    var location: Place?
    var arguments: [String]?
    var hasDefaults: Bool?
    var contribution: Contribution?
    var `override`: Bool?
    var `private`: Bool?
    var opaque: Bool?
    var closes: Bool?
    var starts: Bool?
    var async: Bool?
    var live: Bool?
    var isolation: String?
    var staysOnActor: Bool?
    var layer: Int?
    var level: Int?
    var needs: [Need]?
  }

  struct Contribution: Decodable { var key: String? }

  struct Need: Decodable {
    var type: String
    var name: String?
    var from: [Wrapper]?
    var source: String?
    var argument: Int?
    var place: Graph.Need.Place?
    var allowsEmpty: Bool?
    var problem: String?
  }

  struct Wrapper: Decodable {
    var form: Graph.Need.Form
    var type: String
    var name: String?
    var arguments: [String]?
  }

  /// A word, or an object of one member for the scopes that carry a type.
  struct Scope: Decodable {
    var word: String?
    var scoped: String?
    var custom: String?

    private enum CodingKeys: String, CodingKey { case scoped, custom }
  }

  struct Entry: Decodable {
    var key: String
    var location: Place?
    /// In nanoseconds, as the next one.
    var began: Int
    var duration: Int
    var outcome: Timeline.Entry.Outcome
    var waitedFor: Int?
  }

  struct Finding: Decodable {
    var id: String
    var severity: Diagnostic.Severity
    var message: String
    var location: Place?
    var path: [Step]?
    var notes: [String]?
    var similar: [String]?
    var help: String?
  }

  struct Step: Decodable {
    var key: String
    var location: Place?
    var note: String?
  }
}

extension Record.Scope {
  init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      word = text
      return
    }
    let values = try decoder.container(keyedBy: CodingKeys.self)
    scoped = try values.decodeIfPresent(String.self, forKey: .scoped)
    custom = try values.decodeIfPresent(String.self, forKey: .custom)
  }
}

// Words in the file.
extension Graph.Binding.Role: Decodable {}
extension Graph.Need.Place: Decodable {}
extension Graph.Need.Form: Decodable {}
extension Timeline.Entry.Outcome: Decodable {}
extension Diagnostic.Severity: Decodable {}
