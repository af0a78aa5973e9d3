/// A query that an app writes itself.
struct SQLText: Sendable {
    let sql: String
    /// The columns that name a row; none if its content has to.
    let key: [String]
    let parameters: [SQLValue]
}
