import Descriptions
import JSON
import Scenes
import Tables

/// The query parameters of a table's list: filters by column, sort order, columns, sections, counts.
struct SelectionShape {
    private let table: Table
    /// A pattern for one column, as routes spell it.
    private let filtered: String
    private let listed: String

    /// The sentence for readers.
    static let note = "Filters by column (Name=x, Year.gte=1990), sort, columns, section and counts. At most 32 terms."

    /// The search text, beside the selection.
    static let search = Parameter(
        "search", .text(TextRule(pattern: TextRule.inURL.pattern, longest: 1_024)),
        "Finds rows with this text in a text column.")

    /// The window of a document.
    static let window = Parameter(
        "window",
        .text(TextRule(pattern: "^([0-9]{1,18}(,[1-9][0-9]{0,8})?|@[^,\\u0000]+|@[^\\u0000]+,[1-9][0-9]{0,8})$")),
        "START,COUNT or @ROW,COUNT.")

    init(_ table: Table) {
        self.table = table
        filtered = Self.anyOf(table.columns.map { Self.spelling(of: $0, in: table) })
        listed = Self.anyOf(table.columns.map { ColumnName.inSort($0.name) })
    }

    /// The parameters that select rows.
    var rows: Shape {
        var members = filters + [.maybe("counts", Self.nothing)]
        members.append(.maybe("sort", .text(TextRule(pattern: "^(-?(\(listed))(,-?(\(listed))){0,3})?$"))))
        members.append(.maybe("columns", .text(TextRule(pattern: "^((\(listed))(,(\(listed)))*)?$"))))
        if table.keepsOrder {
            let names = Self.anyOf(table.columns.map { ColumnName.quotedIfNeeded($0.name) })
            members.append(.maybe("section", .text(TextRule(pattern: "^(-?(\(names))(\\.initial)?)?$"))))
        }
        return object(members)
    }

    /// The parameters that count rows.
    var counts: Shape {
        let names = Self.anyOf(table.columns.map { ColumnName.quotedIfNeeded($0.name) })
        return object(
            filters + [
                .always("counts", .text(TextRule(pattern: "^(\(names))(\\.range)?$"))),
                .maybe("sort", .choice(["", "-count", "count", "value", "-value"])),
                .maybe("columns", Self.nothing), .maybe("section", Self.nothing),
            ])
    }

    /// The value of a parameter that means the same as its absence.
    private static let nothing = Shape.text(TextRule(longest: 0))

    private var filters: [Member] {
        table.columns.map { .maybe(Self.equality(of: $0, in: table), .text(.inURL)) }
    }

    private func object(_ members: [Member]) -> Shape {
        let value = "[^\\u0000,]*"
        var object = ObjectShape(members)
        object.patterns = [
            ("^(\(filtered))\\.(not|gt|gte|lt|lte)$", .text(.inURL)),
            ("^(\(filtered))\\.in$", .text(TextRule(pattern: "^\(value)(,\(value)){0,3}$"))),
            ("^(\(filtered))\\.(contains|starts)$", .text(TextRule(pattern: TextRule.inURL.pattern, longest: 1_024))),
            ("^(\(filtered))\\.(null|notnull)$", .text(TextRule(longest: 0))),
            (
                "^search\\.(\(listed))(,(\(listed))){0,2}$",
                .text(TextRule(pattern: TextRule.inURL.pattern, longest: 1_024))
            ),
        ]
        return .object(object)
    }

    private static func equality(of column: Column, in table: Table) -> String {
        Selection.parameter(column.name, "", of: table).name
    }

    /// Returns the name of a column before a comparison: in quotes where it would mean something else.
    private static func spelling(of column: Column, in table: Table) -> String {
        let name = Selection.parameter(.comparing(column.name, .greater, ""), of: table).name
        return String(name.dropLast(".gt".count))
    }

    private static func anyOf(_ names: [String]) -> String { names.map(escaped).joined(separator: "|") }

    /// Returns a text as a pattern that matches it alone.
    private static func escaped(_ text: String) -> String {
        let special: Set<Character> = ["\\", "^", "$", ".", "|", "?", "*", "+", "(", ")", "[", "]", "{", "}", "/"]
        return text.reduce(into: "") { $0 += special.contains($1) ? "\\\($1)" : "\($1)" }
    }
}

extension ColumnName {
    /// Returns the name, in quotes if it has a mark that could mean something else in `section` and `counts`.
    static func quotedIfNeeded(_ name: String) -> String {
        name.isEmpty || name.hasPrefix("-") || name.utf8.contains { ",.\"".utf8.contains($0) } ? quoted(name) : name
    }
}
