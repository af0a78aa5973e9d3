import Scenes
import Stores

/// What a list's route selects of its table: conditions, a text searched for, sections and the order.
struct Selection: Sendable {
    let table: Table
    let conditions: [Condition]
    let search: String
    let section: SectionRule?
    let sort: [SortTerm]

    /// Parameters that are not columns.
    private static let words: Set<String> = ["search", "section", "sort", "window", "since"]

    /// Reads the parameters of a route to `table`.
    init(_ route: Route, of table: Table) throws(RouteError) {
        self.table = table
        var conditions: [Condition] = []
        for parameter in route.parameters where !Self.words.contains(parameter.name) {
            conditions.append(try Condition(parameter, of: table))
        }
        self.conditions = conditions
        search = route["search"] ?? ""
        let section = route["section"] ?? ""
        self.section = section.isEmpty ? nil : try SectionRule(section, of: table)
        var sort: [SortTerm] = []
        for term in ColumnName.terms(of: route["sort"] ?? "") {
            let column = try table.column(inRoute: term.name)
            sort.append(SortTerm(column: column.name, isDescending: term.isDescending))
        }
        self.sort = sort
    }

    /// The canonical route.
    func route(in blueprint: Blueprint) -> Route {
        var parameters = filters
        if !search.isEmpty { parameters.append(Route.Parameter("search", search)) }
        if section != nil { parameters.append(Route.Parameter("section", sectionText)) }
        if !sort.isEmpty { parameters.append(Route.Parameter("sort", sortText)) }
        return blueprint.route(to: table.name, parameters)
    }

    /// The conditions as a route writes them.
    var filters: [Route.Parameter] { conditions.map { $0.parameter(of: table, words: Self.words) } }

    /// What makes the sections, as a route writes it, such as `-Year`.
    var sectionText: String { section?.text(of: table) ?? "" }

    /// The order as a route writes it, such as `-Name,Id`.
    var sortText: String {
        sort.map { ($0.isDescending ? "-" : "") + ColumnName.inSort($0.column) }.joined(separator: ",")
    }

    /// The parameter for the rows of a table whose column has a value, as the route has it.
    static func parameter(_ column: String, _ value: String, of table: Table) -> Route.Parameter {
        Condition.equal(column, value).parameter(of: table, words: words)
    }
}
