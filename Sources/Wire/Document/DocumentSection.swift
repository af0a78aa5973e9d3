import DataSources
import JSON

/// The part of a section that a window shows.
package struct DocumentSection: Sendable {
    package let section: Section
    /// The position in the section of the first row listed.
    package let start: Int
    /// The number of rows of the whole section.
    package let count: Int
    /// The rows in the window.
    package let rows: [EncodedCell]

    package init(section: Section, start: Int, count: Int, rows: [EncodedCell]) {
        self.section = section
        self.start = start
        self.count = count
        self.rows = rows
    }

    /// The members of the section but for its rows.
    var header: JSONObject {
        var header = JSONObject()
        eachHeaderMember { header[$0] = $1 }
        return header
    }

    /// Whether another section has the same members but for its rows.
    func hasHeader(of other: DocumentSection) -> Bool {
        section == other.section && start == other.start && count == other.count
    }

    /// The hash of the section; its cells are added to those of the document.
    func hash(andOfCellsInto cells: inout ContentHash.Object) -> UInt64 {
        var hash = ContentHash.Object()
        eachHeaderMember { hash.add($0, $1.contentHash) }
        var ids = ContentHash.Array()
        for row in rows {
            ids.add(row.idHash)
            cells.add(row.memberHash)
        }
        hash.add("rows", ids.value)
        return hash.value
    }

    private func eachHeaderMember(_ body: (String, JSON) -> Void) {
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
    /// The layout as a document shows it.
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
