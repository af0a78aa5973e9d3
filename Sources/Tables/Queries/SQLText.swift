/// An SQL query that an app writes.
package struct SQLText: Sendable {
    package let sql: String
    /// The columns that identify a row. If empty, the row's content identifies it.
    package let key: [String]
    package let parameters: [SQLValue]
}
