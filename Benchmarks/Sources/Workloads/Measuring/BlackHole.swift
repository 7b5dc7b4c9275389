// SPDX-License-Identifier: Apache-2.0

/// Takes a value, of which the compiler must believe that something is done with it. As the black holes of benchmark libraries it is generic,
/// and never specialised.
@inline(never) @_optimize(none)
func keep<Value>(_ value: Value) {}
