import Scenes
import Stores

/// What a list's route selects of its table: filters by column, a text searched for, and the order.
struct Selection: Sendable {
    let table: Table
    let filters: [Filter]
    let search: String
    let sort: [SortTerm]

    /// Parameters that are not columns.
    private static let words: Set<String> = ["search", "sort", "window", "since"]

    /// Reads the parameters of a route to `table`.
    init(_ route: Route, of table: Table) throws(RouteError) {
        self.table = table
        var filters: [Filter] = []
        for parameter in route.parameters where !Self.words.contains(parameter.name) {
            let column = try Self.column(ColumnName.read(parameter.name), of: table)
            filters.append(Filter(column: column.name, id: parameter.value))
        }
        self.filters = filters
        search = route["search"] ?? ""
        var sort: [SortTerm] = []
        for term in ColumnName.terms(of: route["sort"] ?? "") {
            let column = try Self.column(term.name, of: table)
            sort.append(SortTerm(column: column.name, isDescending: term.isDescending))
        }
        self.sort = sort
    }

    /// The canonical route.
    func route(in blueprint: Blueprint) -> Route {
        var parameters = filters.map { Route.Parameter(Self.quoted($0.column), $0.id) }
        if !search.isEmpty { parameters.append(Route.Parameter("search", search)) }
        if !sort.isEmpty { parameters.append(Route.Parameter("sort", sortText)) }
        return blueprint.route(to: table.name, parameters)
    }

    /// The order as a route writes it, such as `-Name,Id`.
    var sortText: String {
        sort.map { ($0.isDescending ? "-" : "") + ColumnName.inSort($0.column) }.joined(separator: ",")
    }

    private static func column(_ name: String, of table: Table) throws(RouteError) -> Column {
        guard let column = table.columns.first(where: { Name($0.name) == Name(name) }) else {
            let names = table.columns.prefix(20).map(\.name) + (table.columns.count > 20 ? ["…"] : [])
            throw .invalid(
                message: "\(table.name) has no column \"\(name)\". It has: \(names.joined(separator: ", ")).")
        }
        return column
    }

    static func quoted(_ name: String) -> String { ColumnName.inFilter(name, words: words) }
}
