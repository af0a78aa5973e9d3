import Changes
import Lists
import PostgreSQL
import Tables

/// The transaction of a connection.
struct ConnectionTransaction: SQLTransaction {
    let connection: PostgresConnection

    func rows(_ sql: String, _ parameters: [SQLValue]) throws -> SQLResult {
        try connection.result(sql, parameters)
    }

    func run(_ sql: String, _ parameters: [SQLValue]) throws -> Int {
        let (text, _) = sql.withNumberedParameters()
        return try connection.run(text, parameters.map(\.postgresText)).changedCount
    }
}

extension PostgresConnection {
    /// Returns the rows of a query. `?` stands for a parameter.
    func result(_ sql: String, _ parameters: [SQLValue]) throws(PostgresFailure) -> SQLResult {
        let (text, _) = sql.withNumberedParameters()
        let result = try run(text, parameters.map(\.postgresText))
        return SQLResult(columns: result.columns, rows: (0..<result.count).map { result.values($0) })
    }
}

extension String {
    /// Whether the text begins like a statement that writes, and has no second one.
    var isStatementThatWrites: Bool {
        wholeMatch(of: /(?i)\s*(insert|update|delete|with)\b[^;]*;?\s*/) != nil
    }
}
