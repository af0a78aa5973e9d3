import Changes
import JSON
import Lists
import PostgreSQL
import Tables

/// Runs the commands of a batch in one transaction: all or none.
struct BatchRun {
    let connection: PostgresConnection
    let catalogue: Catalogue
    /// The time limit.
    let limit: Duration

    /// Runs the commands in sequence, then the body. The first refused command rolls back those before it.
    func run(_ batch: WriteBatch) throws -> [WriteOutcome] {
        var step: WriteStep?
        do {
            try connection.runScript("BEGIN; SET LOCAL lock_timeout = '\(batch.patience)ms'")
            let outcomes = try connection.within(limit) {
                let outcomes = try once(batch.receipt) {
                    guard let role = batch.role else { return try perform(batch.commands, &step) }
                    try connection.runScript(role.script)
                    let outcomes = try perform(batch.commands, &step)
                    // Constraints and triggers that are deferred belong to the role, too.
                    try connection.runScript("SET CONSTRAINTS ALL IMMEDIATE; SET LOCAL ROLE NONE")
                    return outcomes
                }
                step = nil  // an error of the body concerns no command
                try batch.body?(connection)
                return outcomes
            }
            try connection.runScript("COMMIT")
            return outcomes
        } catch {
            let failure = error as? PostgresFailure
            if failure?.isOfConnection != true { _ = try? connection.runScript("ROLLBACK") }
            guard let failure else { throw error }
            if failure.isWorthRepeating || failure.isOfConnection { throw failure }
            let isRestricted = batch.role != nil || batch.commands.contains(where: \.isRequirement)
            throw FailureReader(connection: connection, limit: limit, isRestricted: isRestricted)
                .error(failure, in: step)
        }
    }

    private func perform(_ commands: [WriteCommand], _ step: inout WriteStep?) throws -> [WriteOutcome] {
        var written: String?
        return try commands.map { command in
            var present = WriteStep(table: try catalogue.schema.writableTable(named: command.table))
            defer { step = present }
            step = present
            written = try perform(command, &present, after: written)
            return WriteOutcome(id: written)
        }
    }

    /// Runs commands and records them in the same transaction. Commands that ran before with this receipt do not run
    /// again.
    private func once(_ receipt: Receipt?, _ body: () throws -> [WriteOutcome]) throws -> [WriteOutcome] {
        guard let receipt else { return try body() }
        let record = try CommandTable.take(receipt, connection)
        if case .done(let request, let row) = record {
            guard request == Int64(bitPattern: receipt.request) else { throw CommandError.keyReused }
            return [WriteOutcome(id: row)]
        }
        if receipt.isQuestion { throw CommandError.neverDone }
        let outcomes = try body()
        if case .new = record { try CommandTable.finish(receipt, row: outcomes.last?.id, connection) }
        return outcomes
    }

    private func perform(_ command: WriteCommand, _ step: inout WriteStep, after written: String?) throws -> String? {
        let table = step.table
        let reader = PostgresValues(table: table, catalogue: catalogue)
        let rows = RowWriter(connection: connection, table: table, catalogue: catalogue)
        switch command {
        case .insert(_, let json):
            step.values = try reader.read(json, isInsertion: true)
            return try rows.insert(step.values)
        case .put(_, let json):
            step.values = try reader.read(json, isInsertion: true)
            return try rows.put(step.values)
        case .update(_, let id, let json):
            step.values = try reader.read(json, isInsertion: false)
            return try rows.update(id, step.values)
        case .delete(_, let id):
            step.isDeletion = true
            try rows.delete(id)
            return nil
        case .expect(_, let id, let columns, let holds):
            try rows.expect(id, columns, holds)
            return id
        case .require(_, let id, let filter, let error, _):
            let isWritten = id == nil
            guard let id = id ?? written, try rows.meets(filter, id, isLocked: isWritten) else { throw error }
            return id
        case .statement(_, let sql, let parameters):
            _ = try connection.run(sql.withNumberedParameters().0, parameters.map(\.postgresText))
            return written
        }
    }
}
