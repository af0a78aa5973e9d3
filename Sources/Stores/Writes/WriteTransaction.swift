import CSQLite
import Glibc
import JSON

/// Commands that are done together or not at all.
struct WriteTransaction {
    let connection: OpaquePointer
    let frame: WriteFrame

    /// Carries the commands out, one after the other; the first that is refused undoes those before it. With a receipt see
    /// ``once(_:_:)``.
    func run(_ commands: [WriteCommand], once receipt: Receipt?) throws(CommandError) -> [WriteOutcome] {
        guard !commands.isEmpty else { return [] }
        var step: Step?
        do {
            try frame.begin()
            let outcomes = try once(receipt) {
                let tables = try commands.map { try writableTable($0.table) }
                return try zip(commands, tables).map { command, table in
                    var present = Step(table: table)
                    defer { step = present }
                    return WriteOutcome(id: try perform(command, &present))
                }
            }
            try frame.end()
            return outcomes
        } catch let failure as SQLFailure {
            let error = error(failure, in: step)  // looks at the database as it was refused
            frame.undo()
            throw error
        } catch let error as CommandError {
            frame.undo()
            throw error
        } catch {
            frame.undo()
            throw .failed(message: "\(error)")
        }
    }

    /// What is being done: what SQLite's refusal is about.
    private struct Step {
        let table: Table
        var row: RowLocator.Condition?
        var values: [(column: Column, value: SQLValue)] = []
    }

    private func error(_ failure: SQLFailure, in step: Step?) -> CommandError {
        guard let step else { return CommandError(failure) }
        return ConstraintReader(connection: connection, table: step.table, row: step.row)
            .error(failure, values: step.values)
    }

    private func writableTable(_ name: String) throws(CommandError) -> Table {
        guard let table = frame.schema.table(named: name) else {
            throw .conflict(message: "The database has no table \(name) any more.", fields: [:])
        }
        guard table.isWritable else {
            throw .readOnly(
                message: table.kind == .view
                    ? "\(name) is a view, which is only read: write to the tables that it is made of."
                    : "\(name) cannot be written.")
        }
        return table
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
        }
    }
}
