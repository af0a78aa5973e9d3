import Descriptions
import JSON
import Tables

/// The query parameters of a table's list and of its exports: filters, search, sort order, columns, sections, counts.
struct ListQuery {
    private let table: Table
    /// The table's part of the names of types.
    private let name: String
    /// The columns, as each parameter may spell them.
    private let columns: [String]

    /// Creates the parameters of a table, whose types are called `name`.
    init(_ table: Table, named name: String) {
        (self.table, self.name) = (table, name)
        columns = table.columns.map { Self.spelling(of: $0.name) }
    }

    /// The columns as a type.
    var types: [(String, Shape)] { [(name + "Column", .choice(columns.map { .string($0) }))] }

    /// The schemas of the parameters.
    var schemas: [(String, Shape)] {
        let words = (Description.comparisons + ["initial", "range"]).joined(separator: "|")
        return [(name + "Term", .text(TextRule(pattern: "^(-?(\(names))(\\.(\(words)))?)?$")))]
    }

    /// The parameters of an export.
    var ofExport: [Parameter] { rows + [sort(term(as: "SortOrder"))] }

    /// The parameters of the list, which may show counts.
    var ofList: [Parameter] {
        let counts = Parameter(
            "counts", term(as: "CountRule"), "COLUMN or COLUMN.range. Not with columns or section.")
        let order = sort(.union([term(as: "SortOrder"), .named("CountOrder")]))
        return rows + [order, counts, Self.window]
    }

    private var rows: [Parameter] {
        let filters = Parameter(
            "filters", .object(filters), "COLUMN=VALUE, COLUMN.gte=VALUE, search.COLUMN=TEXT.", .members
        ).shared(as: name + "_filters")
        let shown = Parameter("columns", .array(.named(name + "Column")), "", .commas).shared(as: name + "_columns")
        let section = Parameter("section", term(as: "SectionRule"), "COLUMN, -COLUMN or COLUMN.initial.")
            .shared(as: name + "_section")
        return [filters, Self.search, shown] + (table.keepsOrder ? [section] : [])
    }

    private func sort(_ order: Shape) -> Parameter {
        Parameter("sort", .array(order), "COLUMN or -COLUMN.", .commas)
    }

    /// The conditions by name. Few schemas list the columns, because they make up most of a description.
    private var filters: ObjectShape {
        var filters = ObjectShape([], isOpen: true)
        filters.base = "Conditions"
        let searched = TextRule(pattern: "^search\\.((\(names))(,(?=.)|$)){1,3}$")
        filters.names = .union([term(as: "FilterName"), .text(searched)])
        return filters
    }

    /// The columns as a pattern.
    private var names: String { columns.map(Self.escaped).joined(separator: "|") }

    private func term(as part: String) -> Shape { .all([.named(name + "Term"), .named(part)]) }

    private static let search = Parameter(
        "search", .text(TextRule(pattern: TextRule.inURL.pattern, longest: 1_024)),
        "Finds rows with this text in a text column."
    ).shared(as: "search")

    /// The window of a document.
    static let window = Parameter(
        "window",
        .text(TextRule(pattern: "^([0-9]{1,18}(,[1-9][0-9]{0,8})?|@[^,\\u0000]+|@[^\\u0000]+,[1-9][0-9]{0,8})$")),
        "START,COUNT or @ROW,COUNT."
    ).shared(as: "window")

    /// Returns the name of a column in a term: in quotes where it would mean something else.
    private static func spelling(of name: String) -> String {
        let isPlain = !name.isEmpty && !name.hasPrefix("-") && !name.utf8.contains { ",.\"".utf8.contains($0) }
        return isPlain && !Selection.words.contains(name) ? name : ColumnName.quoted(name)
    }

    /// Returns a text as a pattern that matches it alone.
    private static func escaped(_ text: String) -> String {
        let special: Set<Character> = ["\\", "^", "$", ".", "|", "?", "*", "+", "(", ")", "[", "]", "{", "}", "/"]
        return text.reduce(into: "") { $0 += special.contains($1) ? "\\\($1)" : "\($1)" }
    }
}
