import DataSources
import JSON

/// The part of a section that a window shows.
package final class DocumentSection: Sendable {
    package let section: Section
    /// The position of the first listed row in the section.
    package let start: Int
    /// The number of rows of the whole section.
    package let count: Int
    /// The rows in the window.
    package let rows: [EncodedCell]

    /// The hash of the section, which includes the ids of its rows but not their cells.
    let hash: UInt64

    package init(section: Section, start: Int, count: Int, rows: [EncodedCell]) {
        self.section = section
        self.start = start
        self.count = count
        self.rows = rows
        var ids = ContentHash.Array()
        for row in rows { ids.add(row.idHash) }
        var hash = ContentHash.Object()
        Self.eachHeaderMember(section, start, count) { hash.add($0, $1.contentHash) }
        hash.add("rows", ids.value)
        self.hash = hash.value
    }

    /// The members of the section, except its rows.
    var header: JSONObject {
        var header = JSONObject()
        Self.eachHeaderMember(section, start, count) { header[$0] = $1 }
        return header
    }

    /// Whether another section has the same members, except its rows.
    func hasHeader(of other: DocumentSection) -> Bool {
        section == other.section && start == other.start && count == other.count
    }

    private static func eachHeaderMember(_ section: Section, _ start: Int, _ count: Int, _ body: (String, JSON) -> Void)
    {
        body("id", .string(section.id))
        if let title = section.title { body("title", .string(title)) }
        if let subtitle = section.subtitle { body("subtitle", .string(subtitle)) }
        if let footer = section.footer { body("footer", .string(footer)) }
        if let template = section.template { body("template", .string(template)) }
        if let layout = section.layout { body("layout", layout.json) }
        if let href = section.href { body("href", .string(href)) }
        body("start", .int(Int64(start)))
        body("count", .int(Int64(count)))
    }
}

extension Layout {
    /// The layout as a member of a document.
    fileprivate var json: JSON {
        var json: JSONObject = ["kind": .string(kind.rawValue)]
        json["columns"] = columns.map { .int(Int64($0)) }
        json["rowsPerPage"] = rowsPerPage.map { .int(Int64($0)) }
        json["rowHeight"] = rowHeight.map { .int(Int64($0)) }
        if spacing != 0 { json["spacing"] = .int(Int64(spacing)) }
        json["animation"] = animation.map { .string($0.rawValue) }
        return .object(json)
    }
}
