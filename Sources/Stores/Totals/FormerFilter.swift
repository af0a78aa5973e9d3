import CSQLite
import SQLite
import Tables

/// Tests whether deleted or changed rows met a condition before. It runs the condition on a table in memory with the
/// same columns.
final class FormerFilter {
    private let memory: Memory
    private let insertion: SQLStatement
    private let deletion: SQLStatement
    private let question: SQLStatement
    private let values: [SQLValue]

    /// A database in memory.
    private final class Memory {
        let connection: OpaquePointer

        init() throws(SQLFailure) {
            var opened: OpaquePointer?
            let status = sqlite3_open_v2(":memory:", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
            guard status == SQLITE_OK, let connection = opened else {
                sqlite3_close_v2(opened)
                throw SQLFailure(code: status, message: "out of memory")
            }
            self.connection = connection
            TextComparison.enable(on: connection)
        }

        deinit {
            sqlite3_close_v2(connection)  // waits for the statements
        }
    }

    /// Creates a filter of a table's rows, by some of its columns.
    init(_ table: Table, _ columns: [Column], _ text: QueryText) throws(SQLFailure) {
        let name = table.name.quoted
        let definitions = columns.map { "\($0.name.quoted) \($0.affinity.name) COLLATE \($0.collation)" }
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        memory = try Memory()
        try SQLStatement(memory.connection, "CREATE TABLE \(name) (\(definitions.joined(separator: ", ")))").run()
        insertion = try SQLStatement(memory.connection, "INSERT INTO \(name) VALUES (\(marks))")
        deletion = try SQLStatement(memory.connection, "DELETE FROM \(name)")
        question = try SQLStatement(memory.connection, text.select("1"))
        values = text.conditionValues
    }

    /// Returns whether a row with these former values met the condition.
    func accepts(_ row: [SQLValue]) throws(SQLFailure) -> Bool {
        try deletion.run()
        try insertion.run(row)
        question.bind(values)
        defer { question.reset() }
        return try question.step()
    }
}
