// SPDX-License-Identifier: Apache-2.0
internal import Testing

@testable internal import garage

@Suite("The controllers of the five systems") struct ControllerSceneTests {
  @MainActor @Test func `shows what each document did with them`() throws {
    #expect(
      try ControllerScene.show() == """


        == Controllers of the main actor
          Rivet: a need that is named twice is two objects: true
          Injineer: the list was filled, and its closure makes a new detail with every call: true
          InDependence: the list found the window main
          BTKInjector: what is not Sendable is shared on the main actor: true
          Drip: a presenter for each kind of view: true
        """)
  }
}
