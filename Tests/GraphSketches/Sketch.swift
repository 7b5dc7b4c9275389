// SPDX-License-Identifier: Apache-2.0
package import DovetailChecks

// A short way to write graphs down: modules with binds, each bind on a line of its own.

/// A module of a graph that is being written down. Its first bind is on line 1 of a file called like the module.
package struct SketchModule {
  package var name: String
  package var level: Int
  package var layer: Int
  package var binds: [Graph.Binding]

  package init(name: String, level: Int = 0, layer: Int = 0, binds: [Graph.Binding]) {
    (self.name, self.level, self.layer, self.binds) = (name, level, layer, binds)
  }
}

package func module(_ name: String, level: Int = 0, layer: Int = 0, _ binds: Graph.Binding...) -> SketchModule {
  SketchModule(name: name, level: level, layer: layer, binds: binds)
}

extension Graph {
  /// Puts modules together.
  package init(_ sketch: SketchModule..., roots: [Any.Type] = [], kinds: [ScopeKind] = []) {
    self.init(modules: sketch, roots: roots, kinds: kinds)
  }

  package init(modules sketch: [SketchModule], roots: [Any.Type] = [], kinds: [ScopeKind] = []) {
    self.init(
      modules: sketch.map { Module(name: TypeName(text: $0.name)) },
      bindings: sketch.enumerated().flatMap { place, module in
        module.binds.enumerated().map { line, bind in
          var bind = bind
          bind.module = place
          bind.level = module.level
          bind.layer = module.layer
          bind.location = SourceLocation(file: "Garage/\(module.name).swift", line: line + 1, column: 5)
          return bind
        }
      },
      scopeKinds: kinds,
      roots: roots.map { Need(key: Key(type: TypeName($0))) })
  }

  /// The same graph, of which the program asks for more than plain values.
  package func asked(for roots: Graph.Need...) -> Graph {
    var copy = self
    copy.roots = roots
    return copy
  }

  /// What the checks say about the graph.
  package var report: Report { GraphCheck.run(on: self) }

  /// The findings of one kind.
  package func findings(_ id: Diagnostic.ID) -> [Diagnostic] { report.diagnostics.filter { $0.id == id } }

  /// The kinds of all findings, sorted, each as often as it was found.
  package var found: [String] { report.diagnostics.map(\.id.rawValue).sorted() }
}

package func keyOf(_ type: Any.Type, named name: String? = nil) -> Graph.Key { Graph.Key(type: TypeName(type), name: name) }

package func bind(_ type: Any.Type, _ scope: Graph.Scope = .transient, _ needs: Graph.Need...) -> Graph.Binding {
  Graph.Binding(key: keyOf(type), scope: scope, needs: needs)
}

package func decorate(_ type: Any.Type, _ needs: Graph.Need...) -> Graph.Binding {
  let inner = Graph.Need(key: keyOf(type), source: .inner)
  return Graph.Binding(key: keyOf(type), role: .decorator, needs: [inner] + needs)
}

package func input(_ type: Any.Type, of kind: Any.Type) -> Graph.Binding {
  Graph.Binding(key: keyOf(type), role: .input, scope: .scoped(TypeName(kind)))
}

extension Graph.Scope {
  package static func scoped(_ kind: Any.Type) -> Self { .scoped(TypeName(kind)) }
}

extension Graph.ScopeKind {
  package init(_ type: Any.Type, in parent: Any.Type? = nil) {
    self.init(type: TypeName(type), parent: parent.map { TypeName($0) })
  }
}

extension Graph.Binding {
  private func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }

  package func named(_ name: String) -> Self { with { $0.key.name = name } }
  package var overriding: Self { with { $0.isOverride = true } }
  package var hidden: Self { with { $0.isPrivate = true } }
  package var closing: Self { with { $0.closes = true } }
  package var starting: Self { with { $0.starts = true } }
  package var awaited: Self { with { $0.isAsync = true } }
  package var onMain: Self { with { $0.isolation = "MainActor" } }
  package var existing: Self { with { $0.role = .instance } }
  package var opaque: Self {
    with {
      $0.isOpaque = true
      $0.needs.insert(Graph.Need(key: keyOf(Any.self), source: .resolver), at: 0)
    }
  }
  package func contributing(as mapKey: String? = nil) -> Self { with { $0.contribution = .init(mapKey: mapKey) } }
  package func taking(_ types: Any.Type...) -> Self { with { $0.arguments = types.map { TypeName($0) } } }
  package var defaulted: Self { with { $0.hasDefaults = true } }
}

extension Edges {
  /// Bindings 0…, of which each needs those of its list.
  package init(_ needs: [[Int]]) {
    func key(_ index: Int) -> Graph.Key { Graph.Key(type: TypeName(text: "T\(index)")) }
    let bindings = needs.enumerated().map { place, targets in
      Graph.Binding(key: key(place), needs: targets.map { Graph.Need(key: key($0)) })
    }
    let module = Graph.Module(name: TypeName(text: "M"))
    self.init(Wiring(Graph(modules: [module], bindings: bindings, roots: [Graph.Need]())))
  }
}
