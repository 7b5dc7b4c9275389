// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The base of the framework's own classes that can be needed without being bound. It distinguishes the program's classes from them quickly; for a conformance
// test, the run time would search the whole program, for every class.
@_documentation(visibility: internal)
public class DerivedObject {
  init() {}
}
