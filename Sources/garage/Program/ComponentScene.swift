// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailComponents
internal import DovetailInspection
internal import DovetailProfiles

/// The scene of the garage once more, with components in place of a container.
enum ComponentScene {
  static func show(in profile: Profile) throws -> String {
    let tally = Tally()
    let component = GarageComponent(frequency: try profile.radioFrequency(), tally: tally)
    if profile.name == "test" { try component.override(\.radio) { $0.made(Radio(frequency: 0)) } }
    var text = "== the garage\n" + Tree.draw(component.garage)
    let workshop = WorkshopComponent(parent: component, order: .tyres)
    text += Scene.heading("the workshop, open for order \(workshop.order.number)") + Tree.draw(workshop.bench)
    try workshop.close()
    text += "closed: " + tally.closed.joined(separator: ", then ") + "\n"
    text += Scene.heading("the graph") + (try workshop.graph().textTree()) + "\n"
    text += Scene.heading("how often each factory ran") + tally.lines.joined(separator: "\n")
    try component.close()
    return text
  }
}
