/// The name of a Swift type: ASCII letters, digits and underscores, beginning with a capital letter.
struct SwiftName {
    let text: String

    /// Names of Swift, and of modules that an app and its tests import.
    private static let taken: Set<String> = [
        "Any", "Self", "Type", "Protocol", "Swift", "Testing", "Foundation", "Observation", "Oriel", "Blueprints",
        "Changes", "Compression", "Cryptography", "DataSources", "HTTPServer", "JSON", "Loop", "Models", "Observables",
        "HomeViewModel", "ItemCell", "ItemForm", "OrielTesting", "Program", "Scenes", "Serving", "SQLite", "Stores",
        "Tables", "ViewModels", "WebSockets", "Wire",
    ]

    /// Checks a name.
    ///
    /// - Throws: A message, if it is invalid.
    init(_ text: String) throws(Failure) {
        guard let first = text.utf8.first, (65...90).contains(first), text.utf8.allSatisfy(Self.isPart) else {
            throw Failure(
                "\"\(text)\" is not a type name. Use a capital letter, then letters, digits and underscores.")
        }
        self.text = text
    }

    /// Checks whether a module may have this name.
    ///
    /// - Throws: A message, if Swift or Oriel uses the name.
    func checkForModule() throws(Failure) {
        guard !Self.taken.contains(text) else { throw Failure("Swift or Oriel already uses the name \(text).") }
    }

    private init(checked text: String) {
        self.text = text
    }

    /// Returns the name without a suffix that will be added later. A name that is only the suffix stays.
    func dropping(_ suffix: String) -> SwiftName {
        text.hasSuffix(suffix) && text != suffix ? SwiftName(checked: String(text.dropLast(suffix.count))) : self
    }

    /// The name for people: `Music Shelf`.
    var words: String {
        text.reduce(into: "") { words, letter in
            let isNew = letter.isUppercase && words.last?.isLowercase == true
            words += letter == "_" ? " " : isNew ? " \(letter)" : String(letter)
        }
    }

    /// The name in a route: `music-shelf`.
    var kebab: String {
        text.reduce(into: "") { name, letter in
            if letter.isUppercase, !name.isEmpty, name.last != "-" { name += "-" }
            name += letter == "_" ? "-" : letter.lowercased()
        }
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 95, 97...122: true
        default: false
        }
    }
}
