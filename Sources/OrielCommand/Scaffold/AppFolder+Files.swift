import Foundation

extension AppFolder {
    /// Returns the source file and the test of a screen, cell, section or form, at their paths in this app.
    ///
    /// - Throws: A message, if the app or Oriel has a type of that name.
    func files(of template: any PartTemplate.Type, called name: SwiftName) throws(Failure) -> ScaffoldFiles {
        let name = name.dropping(template.suffix)
        let type = name.text + template.suffix
        guard !Self.taken.contains(type) else { throw Failure("Oriel has a type \(type). Choose another name.") }
        let sources = "\(path)Sources/\(target)"
        if let place = declaration(of: type, in: sources) { throw Failure("\(place) already declares \(type).") }
        let test = "\(path)Tests/\(target)Tests/\(type)Tests.swift"
        return ScaffoldFiles(
            files: [
                ScaffoldFiles.File(path: "\(sources)/\(type).swift", text: template.source(name)),
                ScaffoldFiles.File(path: test, text: template.test(name, of: target)),
            ], hint: template.hint(name))
    }

    /// Oriel's types that a part's name with its suffix could equal.
    private static let taken: Set<String> = ["CellViewModel", "FormViewModel", "TableViewModel", "RowViewModel"]

    /// Returns the path of the file that declares a type. Ignores the file to be written, which `write()` checks.
    private func declaration(of type: String, in folder: String) -> String? {
        let words = ["class", "struct", "enum", "actor", "protocol", "typealias"].map { "\($0) \(type)" }
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return names.sorted().filter { $0.hasSuffix(".swift") && $0 != "\(type).swift" }.map { "\(folder)/\($0)" }
            .first { path in
                let text = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
                return words.contains { word in
                    text.ranges(of: word).contains { range in
                        text[range.upperBound...].first.map { !$0.isLetter && !$0.isNumber && $0 != "_" } ?? true
                    }
                }
            }
    }
}

extension AppFolder {
    /// Returns the files of the screens to sign in, at their paths in this app.
    ///
    /// - Throws: A message, if the app has a type of one of their names.
    func filesToSignIn() throws(Failure) -> ScaffoldFiles {
        let template = AuthTemplate(app: target)
        for type in ["SignInCodes", "SignInViewModel", "AccountViewModel"] {
            if let place = declaration(of: type, in: "\(path)Sources/\(target)") {
                throw Failure("\(place) already declares \(type).")
            }
        }
        let files =
            template.sources.map { ("\(path)Sources/\(target)/\($0.path)", $0.text) }
            + template.tests.map { ("\(path)Tests/\(target)Tests/\($0.path)", $0.text) }
        return ScaffoldFiles(files: files.map { ScaffoldFiles.File(path: $0.0, text: $0.1) }, hint: template.hint)
    }
}
