/// The name of a row, section, table or column as a key, compared byte by byte as SQLite and URLs do. Swift's `String`
/// treats canonically equivalent spellings as equal (Unicode Standard Annex 15); here they are different names.
package struct ExactName: Hashable, Identifiable, Sendable {
    /// The name.
    package let text: String
    /// A name is its own identity.
    package var id: ExactName { self }

    /// Creates a name.
    package init(_ text: String) {
        self.text = text
    }

    package static func == (left: ExactName, right: ExactName) -> Bool {
        left.text.isSpelled(like: right.text)
    }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension ExactName: Comparable {
    /// The order of the bytes.
    package static func < (left: ExactName, right: ExactName) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
}
