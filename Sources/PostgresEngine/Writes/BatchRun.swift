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

    /// Runs a batch in a transaction of its own.
    func run(_ batch: WriteBatch) throws -> [WriteOutcome] {
        var step: WriteStep?
        do {
            let isRecording = try begin(waiting: batch.patience, for: [batch])
            return try run(batch, isRecording: isRecording, then: "COMMIT", &step)
        } catch {
            let failure = error as? PostgresFailure
            if failure?.isOfConnection != true { _ = try? connection.runScript("ROLLBACK") }
            throw explained(error, in: step, of: batch)
        }
    }

    /// Begins a transaction, in which statements wait for a lock for some milliseconds. Returns whether commands with a
    /// receipt can be recorded.
    func begin(waiting patience: Int64, for batches: [WriteBatch]) throws(PostgresFailure) -> Bool {
        let beginning = "BEGIN; SET LOCAL lock_timeout = '\(patience)ms'"
        guard batches.contains(where: { $0.receipt != nil }) else {
            try connection.runScript(beginning)
            return false
        }
        return try connection.runScript("\(beginning); SELECT \(CommandTable.isUsable)").text(0, 0) == "t"
    }

    /// Runs the commands in sequence, then the body, then the statement that ends the batch. A refused command throws.
    /// Commands that ran before with this receipt do not run again.
    func run(
        _ batch: WriteBatch, isRecording: Bool, then end: String, _ step: inout WriteStep?
    ) throws -> [WriteOutcome] {
        var completion: [PreparedStatement] = []
        let outcomes = try connection.within(limit) {
            let receipt = isRecording ? batch.receipt : nil
            if let receipt, let record = try CommandTable.take(receipt, connection) {
                guard record.request == Int64(bitPattern: receipt.request) else { throw CommandError.keyReused }
                return [WriteOutcome(id: record.row)]
            }
            if batch.receipt?.isQuestion == true { throw CommandError.neverDone }
            let outcomes = try perform(batch, &step)
            completion = receipt.map { CommandTable.completion(of: $0, row: outcomes.last?.id) } ?? []
            return outcomes
        }
        let ended = try connection.run(all: completion + [PreparedStatement(end, [])]).last
        guard ended?.isRollback != true else {
            throw CommandError.failed(message: "A statement failed, so the transaction was rolled back.")
        }
        return outcomes
    }

    private func perform(_ batch: WriteBatch, _ step: inout WriteStep?) throws -> [WriteOutcome] {
        if let role = batch.role { try connection.runScript(role.script) }
        let outcomes = try perform(batch.commands, &step)
        // Constraints and triggers that are deferred belong to the role, too.
        if batch.role != nil { try connection.runScript("SET CONSTRAINTS ALL IMMEDIATE; SET LOCAL ROLE NONE") }
        guard let body = batch.body else { return outcomes }
        step = nil  // an error of the body concerns no command
        try body(connection)
        return outcomes
    }

    /// Returns the error for the caller of a batch that is undone. Queries the database.
    func explained(_ error: any Error, in step: WriteStep?, of batch: WriteBatch) -> any Error {
        guard let failure = error as? PostgresFailure, !failure.isWorthRepeating, !failure.isOfConnection else {
            return error
        }
        let isRestricted = batch.role != nil || batch.commands.contains(where: \.isRequirement)
        return connection.within(limit) {
            FailureReader(connection: connection, catalogue: catalogue, limit: limit, isRestricted: isRestricted)
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
