/// The names of files, as clients send them.
package enum FileName {
    /// The longest name, in bytes, as in most file systems.
    private static let limit = 255

    /// Returns a name without a folder, control characters and characters that change the direction of text, and of at
    /// most 255 bytes; `file` if nothing is left. The extension of a long name stays.
    package static func cleaned(_ name: String?) -> String {
        let last = (name ?? "").split { $0 == "/" || $0 == "\\" }.last ?? ""
        var scalars = String.UnicodeScalarView()
        for scalar in last.unicodeScalars where isAllowed(scalar) { scalars.append(scalar) }
        let text = String(scalars).drop { $0 == " " }
        let end = text.lastIndex { $0 != " " && $0 != "." }
        let cleaned = end.map { String(text[...$0]) } ?? ""
        return cleaned.isEmpty ? "file" : shortened(cleaned)
    }

    /// Returns whether a character is neither a control nor an invisible format character.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }

    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > limit else { return name }
        let dot = name.lastIndex(of: ".").flatMap { name[$0...].utf8.count <= 32 ? $0 : nil } ?? name.endIndex
        var stem = name[..<dot]
        while stem.utf8.count + name[dot...].utf8.count > limit { stem.removeLast() }
        return String(stem + name[dot...])
    }
}
