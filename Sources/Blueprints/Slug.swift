import Changes
import Lists
import Stores
import Tables

/// The path segments of tables and columns: their own names, unless a URL or the server reserves those.
struct Slugs: Sendable {
    private let tables: [ExactName: String]
    private let reserved: Set<String>

    /// Creates the segments of these tables; `reserved` segments have another meaning.
    init(of schema: Schema, reserved: Set<String>) {
        self.reserved = reserved
        var tables: [ExactName: String] = [:]
        for table in schema.tables { tables[ExactName(Self.slug(of: table.name, reserved: reserved))] = table.name }
        self.tables = tables
    }

    /// Returns the segment of a table. `.`, `..` and reserved names get the prefix `~t`, as does a name that already
    /// begins with it.
    func slug(of table: String) -> String { Self.slug(of: table, reserved: reserved) }

    /// Returns the table of a segment.
    func table(at segment: String) -> String? { tables[ExactName(segment)] }

    /// Returns the segment of a column, or of any other name that only URLs restrict.
    static func slug(of name: String) -> String {
        ["", ".", ".."].contains(name) || name.hasPrefix("~t") ? "~t" + name : name
    }

    private static func slug(of table: String, reserved: Set<String>) -> String {
        table == "-" || reserved.contains(table) ? "~t" + table : slug(of: table)
    }
}
