/// A name of a type in Swift: letters of ASCII, digits and underscores, beginning with a capital letter.
struct SwiftName {
    let text: String

    /// Names of Swift, and of modules that an app and its tests are made of.
    private static let taken: Set<String> = [
        "Any", "Self", "Type", "Protocol", "Swift", "Testing", "Foundation", "Observation", "Oriel", "Blueprints",
        "Changes",
        "DataSources", "HTTPServer", "JSON", "Loop", "Models", "Observables", "Program", "Scenes", "Serving", "Stores",
        "ViewModels", "WebSockets", "Wire",
    ]

    /// Checks a name.
    ///
    /// - Throws: A sentence, if it is none.
    init(_ text: String) throws(Failure) {
        guard let first = text.utf8.first, (65...90).contains(first), text.utf8.allSatisfy(Self.isPart) else {
            throw Failure(
                "\"\(text)\" is no name of a type: take a capital letter, then letters, digits and underscores.")
        }
        self.text = text
    }

    /// Refuses what a module cannot be called.
    ///
    /// - Throws: A sentence, if Swift or Oriel has the name.
    func checkForModule() throws(Failure) {
        guard !Self.taken.contains(text) else { throw Failure("\(text) is a name that Swift or Oriel has.") }
    }

    private init(checked text: String) {
        self.text = text
    }

    /// Without an ending that will be added anyway; a name that is only the ending stays.
    func dropping(_ suffix: String) -> SwiftName {
        text.hasSuffix(suffix) && text != suffix ? SwiftName(checked: String(text.dropLast(suffix.count))) : self
    }

    /// As people write it: `Music Shelf`.
    var words: String {
        text.reduce(into: "") { words, letter in
            let isNew = letter.isUppercase && words.last?.isLowercase == true
            words += letter == "_" ? " " : isNew ? " \(letter)" : String(letter)
        }
    }

    /// As it stands in a route: `music-shelf`.
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
