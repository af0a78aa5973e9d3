import JSON

extension Description {
    /// The schemas to which those of tables refer. TypeScript has no use for them.
    static var commonSchemas: [(name: String, shape: Shape)] {
        Shape.withNull.map { ("\($0)OrNull", .union([.null, .named($0)])) } + documents + terms
    }

    /// Documents without the parts that differ from table to table.
    private static let documents: [(name: String, shape: Shape)] = [
        ("TableDocument", open(rows(screen: "table") + runs)), ("ViewDocument", open(rows(screen: "view") + runs)),
        ("RowDocument", open(row(outputs: .map(.any)))), ("CellOfRow", open(cellOfRow)),
    ]

    private static func open(_ members: [Member]) -> Shape { .object(ObjectShape(members, isOpen: true)) }

    /// The words that may follow a column and a dot in the name of a filter.
    package static let comparisons = [
        "not", "gt", "gte", "lt", "lte", "in", "contains", "starts", "null", "notnull",
    ]

    /// What a term is as a part of a query. A term is a column, perhaps after a minus sign, perhaps before a dot and a
    /// word. A name in which these mean something else is in double quotes. An empty term means none.
    private static let terms: [(name: String, shape: Shape)] = [
        ("SortOrder", excluding("\\.[a-z]+$")), ("SectionRule", excluding("\\.(?!initial$)[a-z]+$")),
        ("CountRule", excluding("^-|\\.(?!range$)[a-z]+$")), ("FilterName", excluding("^$|^-|\\.(initial|range)$")),
        ("CountOrder", .choice(["-count", "count", "value", "-value"])), ("Conditions", .object(conditions)),
    ]

    private static func excluding(_ pattern: String) -> Shape {
        var rule = TextRule()
        rule.excluded = pattern
        return .text(rule)
    }

    /// The values of filters, by the ends of their names. A route has at most 32 terms, among them each value of `in`.
    private static var conditions: ObjectShape {
        var object = ObjectShape([])
        let value = "[^\\u0000,]*"
        let search = TextRule(pattern: TextRule.inURL.pattern, longest: 1_024)
        object.patterns = [
            ("^search\\.|\\.(contains|starts)$", .text(search)),
            ("\\.in$", .text(TextRule(pattern: "^\(value)(,\(value)){0,3}$"))),
            ("\\.(null|notnull)$", .text(TextRule(longest: 0))),
        ]
        object.others = .text(.inURL)
        return object
    }
}
