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
        header["href"] = section.href.map(JSON.string)
        header["start"] = .int(Int64(start))
        header["count"] = .int(Int64(count))
        return header
    }
}
