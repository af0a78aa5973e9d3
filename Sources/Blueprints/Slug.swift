import Changes
import Stores

/// The path segments that tables and columns go by: their own names, unless a URL or the server needs those for something else.
struct Slugs: Sendable {
    private let tables: [RowName: String]
    private let reserved: Set<String>

    /// The segments of these tables; `reserved` are segments that mean something else.
    init(of schema: Schema, reserved: Set<String>) {
        self.reserved = reserved
        var tables: [RowName: String] = [:]
        for table in schema.tables { tables[RowName(Self.slug(of: table.name, reserved: reserved))] = table.name }
        self.tables = tables
    }

    /// The segment of a table. `.`, `..` and what is reserved cannot be segments and are marked with `~t`, as is a name
    /// that begins so.
    func slug(of table: String) -> String { Self.slug(of: table, reserved: reserved) }

    /// The table of a segment.
    func table(at segment: String) -> String? { tables[RowName(segment)] }

    /// The segment of a column, or of anything else that only a URL keeps from its own name.
    static func slug(of name: String) -> String {
        ["", ".", ".."].contains(name) || name.hasPrefix("~t") ? "~t" + name : name
    }

    private static func slug(of table: String, reserved: Set<String>) -> String {
        table == "-" || reserved.contains(table) ? "~t" + table : slug(of: table)
    }
}
