// Written by dovetail migrate.
import Dovetail

// A scope of this kind has to be open where its values are asked for: container.withScope, or openScope.
enum SessionScope: ScopeKind {}
