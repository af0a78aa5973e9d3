import Changes
import Lists
import PostgreSQL
import Tables

extension StatementSource {
    /// The rows of a view, or of a table without a key or with a key of bytes.
    convenience init(_ connection: RoleConnection, rowsOf text: QueryText) {
        let locator = RowLocator(table: text.table)
        let names = text.keys.isEmpty ? nil : text.names
        let statement = Statement(sql: text.rows, names: names, keyCount: text.keys.count) { locator.id($0) }
        self.init(connection, statement, reads: text.table.kind == .table ? text.tablesRead : nil)
    }

    /// The distinct values of a column.
    convenience init(_ connection: RoleConnection, valuesOf column: String, _ text: QueryText) {
        let value = text.name(column)
        let sql = text.select("DISTINCT \(value)", end: " ORDER BY \(value)")
        let affinity = text.table.column(named: column)?.affinity ?? .blob
        let statement = Statement(sql: sql, keyCount: 1, showsKey: true) { KeyCodec.encode($0, [affinity]) }
        self.init(connection, statement, reads: text.tablesRead)
    }

    /// A digest of a table's content.
    convenience init(_ connection: RoleConnection, digestOf text: QueryText) {
        let table = text.table.name
        let row = "hashtextextended((\(table.quoted).*)::text, 0)"
        let digest = "hashtextextended(coalesce(sum(\(row)), 0)::text, 0)"
        let sql = "SELECT \(table.postgresQuoted), \(digest) FROM \(text.source)"
        self.init(connection, Statement(sql: sql, keyCount: 1) { _ in table }, reads: [table])
    }

    /// The totals of the groups of a table's rows.
    convenience init(
        _ connection: RoleConnection, _ totals: TotalsOfTable, _ text: QueryText
    ) throws(ScanError) {
        let group = Self.group(of: totals, text)
        let label = text.query.labels.first { $0.isOnly(of: totals.column) }.map { [text.label($0)] } ?? []
        let names = text.query.columns
        var order: [String] = []
        for term in text.query.sort {
            guard let place = names.firstIndex(where: { ExactName($0) == ExactName(term.column) }) else {
                throw .query("the sort order names a column that is not a total")
            }
            order.append("\(place + 1)\(term.isDescending ? " DESC" : "")")
        }
        let keys = group.indices.map { "\($0 + 1)" }
        let columns = group + totals.totals.map { Self.expression($0, text) } + label
        let sql = text.select(
            columns.joined(separator: ", "),
            end: " GROUP BY \(group.joined(separator: ", ")) ORDER BY \((order + keys).joined(separator: ", "))")
        var affinities = totals.groupColumns.map { text.table.column(named: $0)?.affinity ?? .blob }
        if totals.isOfAll || totals.period != nil { affinities = [.blob] + affinities.dropFirst() }
        var statement = Statement(sql: sql, keyCount: group.count, showsKey: true) { KeyCodec.encode($0, affinities) }
        if let limit = text.query.groupLimit { statement.rowLimit = limit }
        self.init(connection, statement, reads: text.tablesRead)
    }

    /// Returns the values that the rows of a group share.
    private static func group(of totals: TotalsOfTable, _ text: QueryText) -> [String] {
        guard !totals.isOfAll else { return ["NULL::text"] }
        let column = text.name(totals.column)
        return [totals.period.map { "left(\(column)::text, \($0.length))" } ?? column] + totals.others.map(text.name)
    }

    /// Returns the SQL of a total. Texts are compared by their bytes, as in SQLite.
    private static func expression(_ total: Total, _ text: QueryText) -> String {
        let column = text.name(total.column)
        let isWhole = text.type(of: total.column).valueKind == .integer
        return switch total.measure {
        case .rows: "count(*)"
        case .values: "count(\(column))"
        case .sum: isWhole ? "sum(\(column))::bigint" : "sum(\(column))"
        case .average: "avg(\(column))::double precision"
        case .least: "min(\(column)\(text.byBytes(total.column)))"
        case .greatest: "max(\(column)\(text.byBytes(total.column)))"
        }
    }

    /// The rows of a query that an app wrote. `?` stands for a parameter.
    convenience init(_ connection: RoleConnection, _ text: SQLText, columns: [String]) throws(ScanError) {
        let sql = "(\n\(try text.withLiterals())\n) AS rows"  // the statement may end in a comment
        let names = try ScanError.from { () throws(PostgresFailure) in
            try connection.run("SELECT * FROM \(sql) LIMIT 0").columns
        }
        var selected: [String] = []
        for wanted in text.key + columns {
            guard let name = names.first(where: { $0.isSameName(as: wanted) }) else {
                throw .query("the query has no column \"\(wanted)\"")
            }
            selected.append(name.quoted)
        }
        let keyCount = text.key.count
        let statement = Statement(
            sql: "SELECT \(selected.isEmpty ? "NULL" : selected.joined(separator: ", ")) FROM \(sql)",
            keyCount: keyCount
        ) { KeyCodec.encode($0, $0.map { _ in .blob }) }
        self.init(connection, statement, reads: nil)
    }
}

extension SQLText {
    /// Returns the statement with the values of its parameters.
    func withLiterals() throws(ScanError) -> String {
        let (text, count) = sql.replacingParameters { number in
            parameters.indices.contains(number - 1) ? parameters[number - 1].postgresLiteral : "NULL"
        }
        guard count == parameters.count else {
            throw .query("the query has \(count) parameters, but \(parameters.count) values")
        }
        return text
    }
}
