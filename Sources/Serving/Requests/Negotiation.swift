import HTTPServer
import Loop

/// The media types of a scene.
enum MediaType: String, CaseIterable {
    case json = "application/json"
    case patch = "application/json-patch+json"
    case events = "text/event-stream"
    case html = "text/html"
}

/// The `Accept` header of a request (RFC 9110 section 12.5.1).
struct Negotiation {
    private struct Range {
        let type: Substring
        let quality: Double
    }

    private let ranges: [Range]

    /// Parses the header; a missing or empty one accepts everything.
    init(accept: String?) {
        ranges = (accept ?? "").split(separator: ",").compactMap { part in
            let pieces = part.split(separator: ";").map { $0.trimmingSpaces() }
            guard let type = pieces.first, type.contains("/") else { return nil }
            let weight = pieces.dropFirst().first { $0.lowercased().hasPrefix("q=") }
            return Range(type: type, quality: weight.flatMap { Double($0.dropFirst(2)) } ?? 1)
        }
    }

    /// Returns the best of the candidates, or `nil` if none is acceptable.
    ///
    /// If weights are equal, a type named in full wins over a pattern, and then the order of `candidates` decides. A
    /// patch is chosen only if it is named in full: a client that accepts anything has no state to apply a patch to.
    func best(of candidates: [MediaType]) -> MediaType? {
        guard !ranges.isEmpty else { return candidates.first }
        var best: (type: MediaType, quality: Double, precision: Int)?
        for candidate in candidates {
            let (quality, precision) = weight(of: candidate)
            guard quality > 0, candidate != .patch || precision == 2 else { continue }
            if let best, (best.quality, best.precision) >= (quality, precision) { continue }
            best = (candidate, quality, precision)
        }
        return best?.type
    }

    /// Returns the weight of the most precise range that matches, and its precision.
    private func weight(of candidate: MediaType) -> (Double, Int) {
        let family = candidate.rawValue.prefix { $0 != "/" } + "/*"
        var found = (0.0, -1)
        for range in ranges {
            let type = range.type.lowercased()
            let precision = type == candidate.rawValue ? 2 : type == family ? 1 : type == "*/*" ? 0 : -1
            if precision > found.1 { found = (range.quality, precision) }
        }
        return found
    }
}

extension Substring {
    /// Returns the text without spaces and tabs at both ends.
    func trimmingSpaces() -> Substring {
        var rest = self
        while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
        while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
        return rest
    }
}

extension HTTPRequest {
    /// What the client prefers of a page and JSON; `nil` if it accepts neither.
    @SceneActor var pageOrJSON: MediaType? { Negotiation(accept: header("Accept")).best(of: [.html, .json]) }
}
