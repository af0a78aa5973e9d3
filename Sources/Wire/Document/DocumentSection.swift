import DataSources
import JSON

/// The part of a section that a window shows.
package struct DocumentSection: Sendable {
    /// A row in the window.
    package struct Row: Sendable {
        package let id: String
        package let cell: EncodedCell

        package init(id: String, cell: EncodedCell) {
            self.id = id
            self.cell = cell
        }
    }

    package let section: Section
    /// The position in the section of the first row listed.
    package let start: Int
    /// The number of rows of the whole section.
    package let count: Int
    package let rows: [Row]

    package init(section: Section, start: Int, count: Int, rows: [Row]) {
        self.section = section
        self.start = start
        self.count = count
        self.rows = rows
    }

    /// The members of the section but for its rows.
    var header: JSONObject {
        var header: JSONObject = ["id": .string(section.id)]
        header["title"] = section.title.map(JSON.string)
        header["subtitle"] = section.subtitle.map(JSON.string)
        header["footer"] = section.footer.map(JSON.string)
        header["template"] = section.template.map(JSON.string)
        header["layout"] = section.layout?.json
        header["href"] = section.href.map(JSON.string)
        header["start"] = .int(Int64(start))
        header["count"] = .int(Int64(count))
        return header
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
