/// What a client says about content codings in `Accept-Encoding` (RFC 9110, section 12.5.3).
struct ContentCodings {
    /// The header of an answer that is compressed.
    static let gzip = ("Content-Encoding", "gzip")

    /// Whether gzip is taken, and liked no less than no coding at all.
    let prefersGzip: Bool
    /// Whether only gzip will do, however short a text is.
    let needsGzip: Bool

    /// Reads the header; without it nothing is compressed. What cannot be read is left out.
    init(acceptEncoding: String?) {
        var weights: [Substring: Double] = [:]
        for part in (acceptEncoding ?? "").lowercased().split(separator: ",") {
            let pieces = part.split(separator: ";", omittingEmptySubsequences: false).map { $0.trimmingSpaces() }
            guard pieces.count > 1 else {
                weights[pieces[0]] = 1
                continue
            }
            guard pieces.count == 2, pieces[1].hasPrefix("q="), let weight = Double(pieces[1].dropFirst(2)) else {
                continue
            }
            weights[pieces[0]] = weight
        }
        let gzip = weights["gzip"] ?? weights["x-gzip"] ?? weights["*"] ?? 0
        prefersGzip = gzip > 0 && gzip >= weights["identity"] ?? 0
        needsGzip = gzip > 0 && (weights["identity"] ?? weights["*"]) == 0
    }
}

extension EntityTags {
    /// What the choice of an answer depends on beside the address.
    static let vary = ("Vary", "Accept, Accept-Encoding, Cookie, Authorization, Origin")

    /// The tag of an answer: a weak one where it is compressed, because two codings of a document are not the same bytes
    /// (RFC 9110, section 8.8.3.3). `If-None-Match` takes either for the other, which is what its weak comparison means.
    static func field(_ tag: String, isGzip: Bool) -> (String, String) {
        ("ETag", isGzip ? "W/\"\(tag)\"" : "\"\(tag)\"")
    }
}
