// SPDX-License-Identifier: Apache-2.0
package import Dovetail

/// A module that joins a running press. It contributes at least one ``Filter``, and may need what the press offers.
package protocol PlugIn: Module {
  /// What the press knows it by.
  var name: String { get }
}
