import CSQLite
import Changes
import Glibc
import JSON
import Lists
import SQLite
import Tables

/// Runs the commands of a batch in a transaction: all or none.
struct BatchRun {
    let connection: OpaquePointer
    let transaction: WriteTransaction
    /// The time limit.
    let limit: Duration
    /// Whether rules limit the commands. A conflict then refuses the command, whatever the schema says: `ON CONFLICT
    /// REPLACE` would delete rows that the client may not see.
    let isRestricted: Bool

    /// The conflict clause of commands.
    var conflict: String { isRestricted ? " OR ABORT" : "" }

    /// Runs the commands in sequence, then the body. The first refused command rolls back those before it. For
    /// receipts see ``once(_:_:)``.
    func run(_ batch: WriteBatch) throws(CommandError) -> [WriteOutcome] {
        let commands = batch.commands
        guard !commands.isEmpty || batch.body != nil else { return [] }
        var step: Step?
        do {
            try transaction.begin()
            let outcomes = try once(batch.receipt) {
                let tables = try commands.map { try transaction.schema.writableTable(named: $0.table) }
                return try zip(commands, tables).map { command, table in
                    var present = Step(table: table, written: step?.written)
                    defer { step = present }
                    present.written = try perform(command, &present)
                    return WriteOutcome(id: present.written)
                }
            }
            if let body = batch.body {
                step = nil  // an error of the body concerns no command
                try body(connection)
            }
            try transaction.end()
            return outcomes
        } catch let failure as SQLFailure {
            let error =  // queries the database before the rollback
                isRestricted
                ? CommandError(discreetly: failure, of: commands, within: limit) : error(failure, in: step)
            transaction.undo()
            throw error
        } catch let error as CommandError {
            transaction.undo()
            throw error
        } catch {
            transaction.undo()
            throw .failed(message: "\(error)")
        }
    }

    /// The present command, to explain an error of SQLite.
    private struct Step {
        let table: Table
        /// The id of the row that the present or the former command wrote.
        var written: String?
        var row: RowLocator.Condition?
        var values: [(column: Column, value: SQLValue)] = []
    }

    private func error(_ failure: SQLFailure, in step: Step?) -> CommandError {
        guard failure.code != SQLITE_INTERRUPT else { return .tooSlow(limit: limit) }
        guard let step else {
            // SQL of the app that does not fit the schema is no fault of the caller.
            return failure.code & 0xFF == SQLITE_ERROR
                ? .failed(message: "The database rejected the SQL: \(failure.message.sentence)") : CommandError(failure)
        }
        return ConstraintReader(connection: connection, table: step.table, row: step.row)
            .error(failure, values: step.values)
    }

    private func perform(_ command: WriteCommand, _ step: inout Step) throws -> String? {
        let table = step.table
        let reader = ValueReader(table: table)
        switch command {
        case .insert(_, let json):
            step.values = try reader.read(json, isInsertion: true)
            return try insert(step.values, into: table)
        case .put(_, let json):
            step.values = try reader.read(json, isInsertion: true)
            return try put(step.values, into: table)
        case .update(_, let id, let json):
            let (row, id) = try find(id, in: table)
            step.row = row
            step.values = try reader.read(json, isInsertion: false)
            return try update(step.values, of: table, row, id: id)
        case .delete(_, let id):
            let row = try find(id, in: table).row
            step.row = row
            try change("DELETE FROM \(table.name.quoted) WHERE \(row.sql)", row.values)
            return nil
        case .expect(_, let id, let columns, let holds):
            let (row, id) = try find(id, in: table)
            try expect(columns, of: table, row, holds)
            return id
        case .require(_, let id, let filter, let error, _):
            let id = id ?? step.written
            guard let id, try meets(filter, id, in: table) else { throw error }
            return id
        case .statement(_, let sql, let parameters):
            let statement = try SQLStatement.writing(connection, sql)
            try statement.check(parameters)
            try statement.run(parameters)
            return step.written
        }
    }
}
