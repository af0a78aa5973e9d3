/// Parses headers of entity tags (RFC 9110 section 8.8.3).
enum EntityTags {
    /// Returns the opaque tags in a list such as `"a", W/"b"`: all of them, or only the strong ones.
    static func tags(in header: String, isStrong: Bool = false) -> [Substring] {
        header.split(separator: ",").compactMap { part in
            var tag = part.trimmingSpaces()
            if !isStrong, tag.hasPrefix("W/") { tag = tag.dropFirst(2) }
            guard tag.count >= 2, tag.first == "\"", tag.last == "\"" else { return nil }
            return tag.dropFirst().dropLast()
        }
    }

    /// Whether `If-None-Match` contains this tag or `*`.
    static func matches(_ header: String?, _ tag: String) -> Bool {
        guard let header else { return false }
        return header == "*" || tags(in: header).contains { $0 == tag }
    }

    /// Whether `If-Match` is missing, or contains this tag or `*`. Weak tags never match (section 13.1.1).
    static func allows(_ header: String?, _ tag: String) -> Bool {
        guard let header, header != "*" else { return true }
        return tags(in: header, isStrong: true).contains { $0 == tag }
    }
}
