import Changes
import JSON
import Lists
import Scenes
import Stores
import Tables

/// The selection in the route of a table's counts, such as `/Invoice?counts=Country&Total.gte=10`: the rows that count,
/// the column whose values are counted, and the order.
struct CountSelection: Sendable {
    /// The rows that count.
    let rows: Selection
    /// The counted column. With `.range`, ranges of its values are counted.
    let column: Column
    let isInRanges: Bool
    private let sort: Sort
    private let text: String

    /// The order of the groups.
    private enum Sort: String, CaseIterable {
        case most = "-count"
        case least = "count"
        case first = "value"
        case last = "-value"

        /// The order for a route that names none.
        static func usual(inRanges: Bool) -> Sort { inRanges ? .first : .most }
    }

    private static let groupLimit = 100_000

    /// The foreign key by which a value refers to a row, whose title is then shown.
    var reference: ForeignKey? {
        isInRanges ? nil : rows.table.foreignKeys.first { $0.isOnly(of: column.name) }
    }

    /// Reads the parameters of a route to `table`; `nil` if it is no route of counts.
    ///
    /// - Throws: ``RouteError/invalid(message:)``, also when the query costs more than `budget`.
    init?(
        _ route: Route, of table: Table, within budget: QueryBudget, on base: SelectionBase? = nil
    ) throws(RouteError) {
        guard let text = route["counts"], !text.isEmpty else { return nil }
        let counted = try SuffixedColumn(text, suffix: "range", of: table)
        let others = ["columns", "section"].filter { route[$0] ?? "" != "" }
        guard others.isEmpty else {
            throw .invalid(message: "\"\(others.joined(separator: "\" and \""))\" cannot be combined with \"counts\".")
        }
        let rest = route.parameters.filter { !["counts", "sort"].contains($0.name) }
        rows = try Selection(Route(route.segments, rest), of: table, within: budget, on: base)
        let column = try table.ownColumn(inRoute: counted.name)
        (self.column, isInRanges) = (column, counted.hasSuffix)
        self.text = counted.text(of: table) { (try? SuffixedColumn($0, suffix: "range", of: table)) == counted }
        let order = route["sort"] ?? ""
        guard order.isEmpty || Sort(rawValue: order) != nil else {
            let words = Sort.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            throw .invalid(message: "Counts cannot be sorted by \"\(order)\". Use one of: \(words).")
        }
        sort = Sort(rawValue: order) ?? .usual(inRanges: isInRanges)
    }

    /// The query of the groups.
    func query(titles: [ExactName: [String]]) -> Query {
        let selected = rows.query(columns: [])
        var query =
            isInRanges
            ? Query.ranges(of: rows.table.name, by: column.name, where: selected.filters)
            : Query.totals(of: rows.table.name, by: column.name, [.count], where: selected.filters)
        query.search = selected.search
        query.groupLimit = Self.groupLimit
        query.labels = reference.map { [$0] } ?? []
        query.titles = titles
        query.sort =
            switch sort {
            case .most: [.descending(Total.count.name)]
            case .least: [SortTerm(column: Total.count.name)]
            case .first: []
            case .last: [.descending(column.name)]
            }
        return query
    }

    /// Returns the canonical route.
    func route(in blueprint: Blueprint) -> Route {
        var parameters = rows.route(in: blueprint).parameters
        parameters.append(Route.Parameter("counts", text))
        if sort != .usual(inRanges: isInRanges) { parameters.append(Route.Parameter("sort", sort.rawValue)) }
        return rows.route(in: blueprint, parameters)
    }

    /// Returns the route of the rows in a group, given the notation of its value and of the end of its range.
    func route(toRowsFrom value: String, before end: String?, in blueprint: Blueprint) -> Route {
        let conditions: [Condition] =
            end.map {
                [.comparing(column.name, .greaterOrEqual, value), .comparing(column.name, .less, $0)]
            } ?? [.equal(column.name, value)]
        let route = rows.route(in: blueprint)
        let more = conditions.map { Selection.parameter($0, of: rows.table) }
        return Route(route.segments, more + route.parameters)
    }

    /// The selection as documents show it.
    var inputs: JSONObject {
        var inputs = rows.inputs
        inputs["section"] = nil
        inputs["counts"] = .string(text)
        inputs["sort"] = .string(sort.rawValue)
        return inputs
    }
}
