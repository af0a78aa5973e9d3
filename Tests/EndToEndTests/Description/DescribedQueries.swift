import JSON

/// Queries for an operation: each parameter with values that its schema allows, and with values that it does not.
struct DescribedQueries {
    private let check: SchemaCheck
    private let parameters: [JSON]

    /// The words that follow a column in one parameter or another, and one that follows in none.
    private static let words = [
        "not", "gt", "gte", "lt", "lte", "in", "contains", "starts", "null", "notnull", "initial", "range", "other",
    ]

    init(_ check: SchemaCheck, _ operation: JSON) {
        self.check = check
        parameters = (operation["parameters"]?.arrayValue ?? []).map(check.followed).filter { $0["in"] == "query" }
    }

    /// The queries, and whether the description allows them.
    var all: [(query: String, isValid: Bool)] { parameters.flatMap(queries) }

    /// The first columns of the table, as a query spells them.
    private var columns: [String] {
        let items = parameters.first { $0["name"] == "columns" }?["schema"]?["items"]
        return (items.map(check.followed)?["enum"]?.arrayValue ?? []).compactMap(\.stringValue).suffix(4)
    }

    /// Columns, with and without what may stand around them.
    private var terms: [String] {
        columns.flatMap { name in [name, "-\(name)"] + Self.words.map { "\(name).\($0)" } } + ["Missing"]
    }

    private func queries(for parameter: JSON) -> [(query: String, isValid: Bool)] {
        let schema = parameter["schema"] ?? .null
        switch parameter["name"]?.stringValue ?? "" {
        case "window": return [("window=0,2", true), ("window=1", true), ("window=x", false)]
        case "search": return [("search=a", true)]
        case "query": return [("query=SELECT%201%20AS%20one", true)]
        case "filters":
            let searches = columns + [columns.prefix(3).joined(separator: ","), "Missing", "\(columns.first ?? "").gt"]
            return (terms + searches.map { "search.\($0)" }).map { name in
                let value = name.hasSuffix("null") ? "" : "1"
                return ("\(name.inURL)=\(value)", check.faults(of: [name: .string(value)], by: schema).isEmpty)
            }
        case "sort", "columns":
            let name = parameter["name"]?.stringValue ?? ""
            let lists = terms.map { [$0] } + [Array(columns.prefix(3))]
            return lists.map { list in
                let isValid = check.faults(of: .array(list.map(JSON.string)), by: schema).isEmpty
                return ("\(name)=\(list.joined(separator: ",").inURL)", isValid)
            } + countOrders(parameter)
        case let name:
            return terms.map { ("\(name)=\($0.inURL)", check.faults(of: .string($0), by: schema).isEmpty) }
        }
    }

    /// Counts have orders of their own.
    private func countOrders(_ parameter: JSON) -> [(query: String, isValid: Bool)] {
        guard parameter["name"] == "sort", let column = columns.first else { return [] }
        let isCounting = parameters.contains { $0["name"] == "counts" }
        return ["count", "-count", "value", "-value"].map { order in
            ("sort=\(order)" + (isCounting ? "&counts=\(column.inURL)" : ""), isCounting)
        }
    }
}
