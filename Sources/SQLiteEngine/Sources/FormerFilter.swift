import SQLite
import Tables

/// Tests whether deleted or changed rows met a condition before. It runs the condition on a table in memory with the
/// same columns.
final class FormerFilter {
    private let memory: SQLConnection
    private let insertion: SQLStatement
    private let deletion: SQLStatement
    private let question: SQLStatement
    private let values: [SQLValue]

    /// Creates a filter of a table's rows, by some of its columns.
    init(_ table: Table, _ columns: [Column], _ text: QueryText) throws(SQLFailure) {
        let name = table.name.quoted
        let definitions = columns.map { "\($0.name.quoted) \($0.affinity.name) COLLATE \($0.collation)" }
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        memory = try SQLConnection(":memory:", .creating)
        TextComparison.enable(on: memory.handle)
        try SQLStatement(memory.handle, "CREATE TABLE \(name) (\(definitions.joined(separator: ", ")))").run()
        insertion = try SQLStatement(memory.handle, "INSERT INTO \(name) VALUES (\(marks))")
        deletion = try SQLStatement(memory.handle, "DELETE FROM \(name)")
        question = try SQLStatement(memory.handle, text.select("1"))
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
