import Changes
import Lists
import Loop
import Scenes
import Stores
import Tables

/// The SQL in a route: `/-/sql?query=SELECT … :year&year=1990&sort=-Name`.
struct SQLQuestion: Sendable {
    /// The query without trailing spaces and semicolons; empty if there is none.
    let text: String
    /// The parameters in the query, each once, with their texts. A missing one is NULL.
    let parameters: [(name: String, text: String?)]
    /// The order, as a route states it.
    let sort: String

    /// The parameters of a route that have another meaning.
    private static let words = ["query", "sort", "window", "since", "filename"]

    /// Reads the parameters of a route.
    ///
    /// - Throws: ``RouteError/invalid(message:)`` for a parameter that the query does not have.
    init(_ route: Route) throws(RouteError) {
        var text = route["query"] ?? ""
        while let last = text.last, last.isWhitespace || last == ";" { text.removeLast() }
        self.text = text
        let names = SQLParameters.names(in: text).distinct { $0 }
        if let reserved = names.first(where: Self.words.contains) {
            throw .invalid(message: "A parameter cannot have the name \"\(reserved)\".")
        }
        if let unknown = route.parameters.first(where: { !Self.words.contains($0.name) && !names.contains($0.name) }) {
            let known = names.isEmpty ? "It has no parameters." : "It has: \(names.joined(separator: ", "))."
            throw .invalid(message: "The query has no parameter \":\(unknown.name)\". \(known)")
        }
        parameters = names.map { ($0, route[$0]) }
        sort = ColumnName.terms(of: route["sort"] ?? "").map {
            ($0.isDescending ? "-" : "") + ColumnName.inSort($0.name)
        }.joined(separator: ",")
    }

    /// The canonical route.
    var route: Route {
        var all = text.isEmpty ? [] : [Route.Parameter("query", text)]
        all += parameters.compactMap { name, text in text.map { Route.Parameter(name, $0) } }
        if !sort.isEmpty { all.append(Route.Parameter("sort", sort)) }
        return Route(JoinedCoordinator.pathOfOperators, all)
    }

    /// Asks the database for the columns of the query, and returns it in the order of the route.
    @SceneActor func sorted(in store: Store) async throws(StoreError) -> Sorted {
        let (sql, values) = SQLParameters.bound(text, to: value)
        let columns = try await store.columns(ofQuery: sql, with: values)
        return Sorted(text: try sorted(by: columns), columns: columns, question: self)
    }

    /// A query that the database has understood, in the order of the route.
    struct Sorted: Sendable {
        fileprivate let text: String
        let columns: [String]
        fileprivate let question: SQLQuestion

        /// The SQL with `?` for each parameter, and the values in this order.
        var bound: (sql: String, values: [SQLValue]) { SQLParameters.bound(text, to: question.value) }

        /// The SQL with the values of its parameters.
        var literal: String { SQLParameters.replaced(text) { question.value($0).literal } }

        /// The query of a list. Its columns have names of their own.
        var query: Query {
            let (sql, values) = bound
            return Query(sql: "SELECT * FROM (\n\(sql)\n) AS rows", columns: columns, parameters: values)
        }
    }

    /// Returns the query in the order of the route.
    ///
    /// - Throws: A sentence about a column that the query does not have.
    private func sorted(by columns: [String]) throws(StoreError) -> String {
        var terms: [String] = []
        for term in ColumnName.terms(of: sort) {
            guard let name = columns.first(where: { ExactName($0) == ExactName(term.name) }) else {
                throw .failed("The query has no column \"\(term.name)\" to sort by.")
            }
            terms.append(name.quoted + (term.isDescending ? " DESC" : ""))
        }
        return terms.isEmpty ? text : "SELECT * FROM (\n\(text)\n) AS rows ORDER BY \(terms.joined(separator: ", "))"
    }

    /// Returns why the query cannot be run, and what to write instead, as far as that is known.
    func message(_ reason: String) -> String { reason + hint(about: reason) }

    /// Returns what to write instead of a query that the database has refused; empty if that is not known.
    private func hint(about reason: String) -> String {
        let word = text.drop { $0.isWhitespace || $0 == "(" }.prefix { $0.isLetter }.uppercased()
        let start = text.drop(while: \.isWhitespace)
        let isComment = start.hasPrefix("-") || start.hasPrefix("/")
        if !["SELECT", "WITH", "VALUES"].contains(word), !isComment {
            return " Write one SELECT, with or without WITH."
        }
        if reason.contains("\";\"") { return " Write one SELECT, and nothing behind a semicolon." }
        return reason.contains("parameter") || reason.contains("\"?\"") ? " Write parameters as :name." : ""
    }

    /// Returns the value of a parameter. A text that is a number is bound as one.
    fileprivate func value(_ name: String) -> SQLValue {
        guard let text = parameters.first(where: { $0.name == name })?.text else { return .null }
        if let number = Int64(text), "\(number)" == text { return .integer(number) }
        if let number = Double(text), number.isFinite, "\(number)" == text { return .real(number) }
        return .text(text)
    }
}
