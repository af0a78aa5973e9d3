import ViewModels

extension Texts {
    /// The largest number of ranges of a header that count.
    private static let longest = 32

    /// Returns the language for a client by its `Accept-Language` (RFC 9110 section 12.5.4), by lookup (RFC 4647
    /// section 3.4): `de-CH` finds `de`. The first language is for everybody else.
    package func language(for header: String?) -> Language { Language(tag(for: header), of: self) }

    private func tag(for header: String?) -> String {
        let ranges = (header ?? "").lowercased().split(separator: ",").prefix(Self.longest).compactMap(Self.range)
        let wanted = ranges.enumerated().sorted {
            $0.element.weight != $1.element.weight ? $0.element.weight > $1.element.weight : $0.offset < $1.offset
        }
        for (_, range) in wanted {
            if range.tag == "*" { break }
            var tag = range.tag[...]
            while !tag.isEmpty {
                if let found = languages.first(where: { $0.lowercased() == tag }) { return found }
                tag = tag.lastIndex(of: "-").map { tag[..<$0] } ?? ""
            }
        }
        return languages[0]
    }

    /// Reads a range, such as `de-CH;q=0.8`; `nil` for one that is refused or not valid.
    private static func range(_ text: Substring) -> (tag: String, weight: Double)? {
        let parts = text.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
        guard let tag = parts.first, !tag.isEmpty else { return nil }
        guard parts.count > 1 else { return (tag, 1) }
        guard parts[1].hasPrefix("q="), let weight = Double(parts[1].dropFirst(2)), weight > 0, weight <= 1 else {
            return nil
        }
        return (tag, weight)
    }
}
