import FoundationEssentials
import JSON

/// The texts of an app in several languages, by name.
///
///     let texts = try Texts(folder: "texts", first: "en")       // texts/en.json, texts/de.json
///     title = texts("tickets", in: language)
///     subtitle = texts("comments", in: language, ["count": 7])  // "{count} comments"
///
/// A file is an object of texts. A text that a language lacks is that of the first language, and else its name.
public struct Texts: Sendable {
    /// The languages, the first one first.
    public let languages: [String]
    private let texts: [String: [String: String]]

    /// Creates texts by language and name.
    public init(_ texts: [String: [String: String]], first: String) {
        self.texts = texts
        languages = [first] + texts.keys.filter { $0 != first }.sorted()
    }

    /// Reads the files of a folder, whose names are languages, such as `pt-BR.json`.
    ///
    /// - Throws: A sentence, if a file is no object of texts, or the first language has none.
    public init(folder: String, first: String) throws {
        var texts: [String: [String: String]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where name.hasSuffix(".json") {
            let path = "\(folder)/\(name)"
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            guard let members = try? JSON(parsing: Array(bytes)).objectValue else {
                throw TextsError(description: "\(path): The file has to be an object of texts.")
            }
            texts[String(name.dropLast(5))] = try members.reduce(into: [:]) { texts, member in
                guard let text = member.value.stringValue else {
                    throw TextsError(description: "\(path): \"\(member.name)\" has to be a text.")
                }
                texts[member.name] = text
            }
        }
        guard texts[first] != nil else { throw TextsError(description: "\(folder) has no file \(first).json.") }
        self.init(texts, first: first)
    }

    /// Returns a text, with values in place of names in braces.
    public func callAsFunction(
        _ name: String, in language: String, _ values: [String: any CustomStringConvertible] = [:]
    )
        -> String
    {
        let text = text(name, in: language) ?? name
        guard !values.isEmpty else { return text }
        return text.replacing(/\{(\w+)\}/) { match in values[String(match.1)]?.description ?? String(match.0) }
    }

    /// Returns a text of the language, or else of the first one; `nil` for the name of no text.
    func text(_ name: String, in language: String) -> String? {
        texts[language]?[name] ?? texts[languages[0]]?[name]
    }

    /// The names that a language lacks, for a test.
    public func missing(in language: String) -> [String] {
        let known = texts[language] ?? [:]
        return Set(texts.values.flatMap(\.keys)).filter { known[$0] == nil }.sorted()
    }
}

/// A mistake in a file of texts, as a sentence.
private struct TextsError: Error, CustomStringConvertible {
    let description: String
}
