// SPDX-License-Identifier: Apache-2.0
package import Dovetail

/// Takes plug-ins in while the program runs, and lets them go.
///
/// Each plug-in has a container of its own over that of the press: it sees what the press binds, the press and the other plug-ins see
/// nothing of it, and with its container everything goes that it made.
package actor PlugInHost {
  private struct Guest {
    let name: String
    let container: Container
    let filters: [any Filter]
  }

  private let press: Container
  private var guests: [Guest] = []
  private var names: Set<String> = []

  /// Creates a host without plug-ins.
  package init(_ press: Container) { self.press = press }

  /// The names of the plug-ins that are here, in the order in which they joined.
  package var plugIns: [String] { guests.map(\.name) }

  /// Takes a plug-in in. It is checked against the press before any of its factories runs; when it is refused, nothing has changed.
  ///
  /// - Throws: ``PlugInError``, with the whole report when the plug-in does not fit.
  package func add(_ plugIn: some PlugIn) async throws(PlugInError) {
    guard names.insert(plugIn.name).inserted else { throw .alreadyHere(plugIn.name) }
    do throws(PlugInError) { guests.append(try await admit(plugIn)) } catch {
      names.remove(plugIn.name)
      throw error
    }
  }

  /// Lets a plug-in go: closes what it opened and releases what it made. Its name is free again, whatever closing says.
  ///
  /// - Throws: ``PlugInError`` when it is not here, or when something of it closed with an error.
  package func remove(_ name: String) async throws(PlugInError) {
    guard let place = guests.firstIndex(where: { $0.name == name }) else { throw .notHere(name) }
    let container = guests.remove(at: place).container
    defer { names.remove(name) }
    do { try await container.close() } catch { throw .failedToClose(name, error) }
  }

  /// Sends a letter through everything that the plug-ins contribute, in the order in which they joined.
  package func print(_ letter: String) -> String {
    guests.flatMap(\.filters).reduce(letter) { letter, filter in filter.apply(to: letter) }
  }

  private func admit(_ plugIn: some PlugIn) async throws(PlugInError) -> Guest {
    let container: Container
    do { container = try press.child(plugIn, roots: [Root([any Filter].self)]) } catch {
      throw .refused(plugIn.name, error.report)
    }
    do {
      return Guest(name: plugIn.name, container: container, filters: try await container.resolve([any Filter].self))
    } catch {
      // What it had opened by then is closed; what matters is why it does not start.
      try? await container.close()
      throw .failedToStart(plugIn.name, error)
    }
  }
}
