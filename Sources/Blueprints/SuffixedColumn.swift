import Scenes
import Tables

/// A column in a route, with or without a suffix: `Name`, `Name.initial`, `Total.range`. A column's name is always that
/// column, and so is a name in double quotes.
struct SuffixedColumn: Sendable, Equatable {
    let name: String
    let hasSuffix: Bool
    private let suffix: String

    /// Reads a column of a table, which may have this suffix.
    init(_ text: String, suffix: String, of table: Table) throws(RouteError) {
        let parts = ColumnName.split(text, at: ".")
        let isColumn = !text.hasPrefix("\"") && table.column(atPath: text) != nil
        hasSuffix = !isColumn && parts.count > 1 && parts.last == suffix
        let spelled = hasSuffix ? parts.dropLast().joined(separator: ".") : text
        name = try table.sortableColumn(inRoute: isColumn ? text : ColumnName.read(spelled)).name
        self.suffix = suffix
    }

    /// Returns the text for the canonical route: without quotes, if the text is understood without them.
    func text(of table: Table, _ isUnderstood: (String) -> Bool) -> String {
        let plain = spelled(name)
        return !plain.isEmpty && isUnderstood(plain) ? plain : spelled(ColumnName.quoted(name))
    }

    private func spelled(_ name: String) -> String { hasSuffix ? "\(name).\(suffix)" : name }
}
