/// A client's preferences for content codings, from `Accept-Encoding` (RFC 9110, section 12.5.3).
struct ContentCodings {
    /// The header of a compressed response.
    static let gzip = ("Content-Encoding", "gzip")

    /// Whether gzip is acceptable, and preferred at least as much as no coding.
    let prefersGzip: Bool
    /// Whether only gzip is acceptable, even for a short text.
    let needsGzip: Bool

    /// Parses the header. Without a header nothing is compressed. Invalid parts are ignored.
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
    /// The request headers that a response depends on.
    static let vary = ("Vary", "Accept, Accept-Encoding, Cookie, Authorization, Origin")

    /// Returns the `ETag` header of a response. A compressed response has a weak tag, because two codings of a document
    /// have different bytes (RFC 9110, section 8.8.3.3). `If-None-Match` uses weak comparison, so either form matches.
    static func field(_ tag: String, isGzip: Bool) -> (String, String) {
        ("ETag", isGzip ? "W/\"\(tag)\"" : "\"\(tag)\"")
    }
}
