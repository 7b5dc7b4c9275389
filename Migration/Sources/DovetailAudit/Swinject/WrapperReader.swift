// SPDX-License-Identifier: Apache-2.0
internal import SwiftSyntax

/// Reads the properties whose wrapper, a type of the program, asks Swinject for the type of the property.
final class WrapperReader: SyntaxVisitor {
  private let file: SourceFile
  private let index: TypeIndex
  private(set) var requests: [OutsideRequest] = []
  private(set) var gaps: [NotUnderstood] = []

  init(_ file: SourceFile, _ index: TypeIndex) {
    (self.file, self.index) = (file, index)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    for case .attribute(let attribute) in node.attributes {
      let name = Texts.lastName(attribute.attributeName.trimmedDescription)
      guard index.wrappers.contains(name) else { continue }
      let arguments = attribute.arguments?.as(LabeledExprListSyntax.self)
      let given = arguments?.lazy.compactMap { Texts.metatype($0.expression) }.first.map { $0.trimmedDescription }
      let annotated = node.bindings.first?.typeAnnotation.map { $0.type.trimmedDescription }
      let names = arguments?.first { $0.label?.text == "name" }.map { index.name($0.expression) } ?? .none
      guard let type = given ?? annotated, names != .computed else {
        gaps.append(NotUnderstood(file.place(of: node), "the type that '@\(name)' asks for cannot be read", hides: .requests))
        continue
      }
      if let annotation = node.bindings.first?.typeAnnotation, given == nil,
        let generic = node.typeParameter(in: annotation.type, index)
      {
        gaps.append(
          NotUnderstood(file.place(of: node), "the type that '@\(name)' asks for depends on '\(generic)'", hides: .requests))
        continue
      }
      var written = index.canonical(type)
      if written.hasSuffix("?") { written = index.canonical(String(written.dropLast())) }
      var request = Request(service: Service(type: written), form: .lazy, place: file.place(of: attribute), isByWrapper: true)
      if case .literal(let text) = names { request.service.name = text }
      requests.append(OutsideRequest(request: request, type: node.enclosingType, isConstruction: true, file: file))
    }
    return .visitChildren
  }
}
