import JSON

/// The content of one row for its view: how to draw it, its texts, its link, and the permitted edits.
///
/// Cells have identity: the same object means the same content, so its bytes are encoded once for all viewers.
///
///     Cell(template: "artist", title: "AC/DC", subtitle: "2 albums", href: "/Artist/1", can: ["edit", "delete"])
public final class Cell: Sendable {
    /// The members of the cell in a document, in order.
    package let content: JSONObject

    /// Creates a cell from its parts. Empty and `nil` parts are omitted, but a missing image is `null`. An `href` that
    /// would run a script is omitted too: it may come from a file.
    public init(
        template: String, title: String, subtitle: String? = nil, image: String? = nil, href: String? = nil,
        can rights: [String] = [], actions: [JSON] = [], fields: JSONObject = [:], links: JSONObject = [:]
    ) {
        var content: JSONObject = ["template": .string(template), "title": .string(title)]
        content["subtitle"] = subtitle.map(JSON.string)
        content["image"] = image.map(JSON.string) ?? .null
        if !fields.isEmpty { content["fields"] = .object(fields) }
        if !links.isEmpty { content["links"] = .object(links) }
        content["href"] = href.flatMap { $0.isScript ? nil : .string($0) }
        if !rights.isEmpty { content["can"] = .array(rights.map(JSON.string)) }
        if !actions.isEmpty { content["actions"] = .array(actions) }
        self.content = content.forViewers
    }
}

extension String {
    /// Whether a browser would run this URL, or show its content as a page of this server. Browsers ignore white space
    /// and control characters in a scheme (URL standard section 4.4).
    fileprivate var isScript: Bool {
        guard let first = utf8.first, first != UInt8(ascii: "/") else { return false }
        let scheme = String(decoding: utf8.lazy.filter { $0 > 0x20 }.prefix(12), as: UTF8.self).lowercased()
        return ["javascript:", "vbscript:", "data:"].contains { scheme.hasPrefix($0) }
    }
}
