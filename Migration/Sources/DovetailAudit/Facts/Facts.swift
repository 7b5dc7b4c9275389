// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph
internal import SwiftSyntax

/// The other container.
public enum Style: String, CaseIterable, Sendable {
  /// Swinject 2, with SwinjectAutoregistration.
  case swinject
  /// Factory 1, 2 and 3, also as FactoryKit.
  case factory
}

/// What a registration answers to. In Swinject a type and a name; in Factory the type of the container and the name of its property.
struct Service: Hashable {
  var type: String
  var name: String?
}

/// A request for a service, in a factory or elsewhere.
struct Request {
  enum Form {
    /// The value, at once.
    case plain
    /// The value, or nil.
    case optional
    /// The value later: in a closure, a method, a `Provider`.
    case provider
    /// The value later, once.
    case lazy
  }

  var service: Service
  var form = Form.plain
  var place: Place
  /// The number of run-time arguments.
  var argumentCount = 0
  /// Whether a property wrapper of the program makes it, and not a call with the type in it.
  var isByWrapper = false
  /// Whether it sets a property of the built value.
  var isAfterwards = false
  /// Whether the factory makes it several times: in a loop, or for every element.
  var isRepeated = false
  /// The bytes of the expression that makes it; `nil` when it cannot be replaced.
  var source: Range<Int>?
}

/// A request outside of all factories, with the type whose code makes it.
struct OutsideRequest {
  var request: Request
  /// The innermost type around it; `nil` for code outside of types.
  var type: String?
  /// Whether making an instance of that type makes the request: in an initialiser, or for a stored property.
  var isConstruction: Bool
  var file: SourceFile
}

/// A place that hides something, and what it hides.
struct NotUnderstood {
  enum Hidden {
    /// Which service is registered.
    case registrations
    /// Which service is asked for.
    case requests
    /// Something else: a scope, a modifier.
    case details
  }

  var place: Place
  var reason: String
  var hides: Hidden
  /// The type that it is about; `nil` when that is hidden too.
  var type: String?

  init(_ place: Place, _ reason: String, hides: Hidden, type: String? = nil) {
    (self.place, self.reason, self.hides, self.type) = (place, reason, hides, type)
  }
}

/// One registration of the other container.
struct Registration {
  enum Scope: Equatable {
    /// None is said: `.graph` of Swinject, `.unique` of Factory.
    case unsaid
    case transient, graph, singleton, weak
    /// A scope of the program.
    case own(String)
    case timeToLive(String)
    /// One that cannot be read.
    case hidden
  }

  struct Argument {
    var name: String
    /// `nil` when the compiler infers it.
    var type: String?
  }

  enum Code {
    case closure(ClosureExprSyntax)
    /// `HTTPAPI.init(host:)`: the type, and the labels if they are said.
    case initializer(String, labels: [String]?)
    case none
  }

  var service: Service
  /// The type of the value.
  var product: String
  var style: Style
  var scope = Scope.unsaid
  var arguments: [Argument] = []
  var requests: [Request] = []
  /// The types whose initialisers the factory calls.
  var constructs: Set<String> = []
  /// Other services that return the same instance.
  var forwards: [Service] = []
  /// The module to be: an assembly, a type or a file.
  var home: String
  var file: SourceFile
  var place: Place
  /// The bytes of the whole declaration, for a property.
  var range = 0..<0
  /// The types around it, from the inside.
  var enclosingTypes: [String] = []
  /// The container that it is added to, as it is written; that it is a child of another one is known from its declaration.
  var receiver = ""
  var isInChild = false
  /// The value that its result becomes, so that modifiers may follow elsewhere; `nil` when nothing keeps the result.
  var result: Kept?
  var context = Context()
  /// Whether it is a static property, as in Factory 1.
  var isStatic = false
  /// Whether it belongs to the main actor.
  var isOnMainActor = false
  /// Whether nothing is registered yet: a `promised()` of Factory.
  var isPromise = false
  var code = Code.none
  /// Why it cannot be written as a bind; empty when it can.
  var obstacles: [String] = []
  /// What is left out of the bind.
  var remarks: [String] = []
}

extension Registration {
  /// What its requests, which the factory itself makes, keep from being written.
  mutating func leave(forRequests requests: [Request]) {
    if requests.contains(where: \.isRepeated) {
      obstacles.append("its factory asks several times, in a loop or for every element")
    } else if requests.contains(where: { $0.source == nil }) {
      obstacles.append("its factory asks later, or with arguments")
    }
  }

  /// A value that is kept by a name, or in a way that is not followed.
  enum Kept: Equatable {
    case named(String)
    case unknown
  }

  /// The conditions and loops around it, and the function that it stands in.
  struct Context: Equatable {
    /// One arm of an `if`, `switch` or `#if`.
    struct Arm: Hashable {
      var statement: Int
      var arm: Int
    }

    var function: Int?
    var arms: [Arm] = []
    var isInLoop = false

    var isPlain: Bool { arms.isEmpty && !isInLoop }

    /// Whether both cannot happen: they are in two arms of one statement.
    func excludes(_ other: Self) -> Bool {
      arms.contains { arm in other.arms.contains { $0.statement == arm.statement && $0.arm != arm.arm } }
    }
  }
}

/// Everything that was read of a program.
struct Facts {
  var styles: [Style] = []
  var files: [SourceFile] = []
  var testCount = 0
  var index = TypeIndex()
  var registrations: [Registration] = []
  var outside: [OutsideRequest] = []
  var gaps: [NotUnderstood] = []
  /// Members of values of unknown type whose names some factory has: perhaps uses of it.
  var mentions: [String: Place] = [:]
}
