// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// What the framework's own classes inherit from that can be needed without being bound. So a class of the program's is told from them at
// once; to ask for a conformance, the run time would look through all that the program has, for every class.
@_documentation(visibility: internal)
public class DerivedObject {
  init() {}
}
