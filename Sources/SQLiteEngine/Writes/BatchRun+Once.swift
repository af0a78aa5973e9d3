import CSQLite
import Changes
import JSON
import Lists
import SQLite
import Tables

extension BatchRun {
    /// Runs commands and records them in the same transaction. Commands that ran before with this receipt do not run
    /// again. In a database without a ``CommandTable``, all commands run.
    ///
    /// - Returns: The outcome of each command. For commands that ran before, the outcome of the last one only.
    /// - Throws: Also ``CommandError/keyReused``, and ``CommandError/neverDone`` for a question.
    func once(_ receipt: Receipt?, _ body: () throws -> [WriteOutcome]) throws -> [WriteOutcome] {
        guard let receipt else { return try body() }
        let known = try check(for: receipt)
        let request = SQLValue.integer(Int64(bitPattern: receipt.request))
        switch known {
        case .done(let former, let row):
            guard former == request else { throw CommandError.keyReused }
            return [WriteOutcome(id: row)]
        case .new, .unknowable: if receipt.isQuestion { throw CommandError.neverDone }
        }
        let outcomes = try body()
        if case .unknowable = known { return outcomes }
        let row = outcomes.last?.id.map { SQLValue.text($0) } ?? .null
        try transaction.statements.statement(CommandTable.insert, connection).run([.text(receipt.key), request, row])
        try transaction.statements.statement(CommandTable.cut, connection).run()
        return outcomes
    }

    /// The record of a receipt.
    private enum Look {
        /// There is no table of receipts.
        case unknowable
        /// The receipt is new.
        case new
        /// The commands ran before, with this request; `row` is the row's id.
        case done(request: SQLValue, row: String?)
    }

    /// Looks up a receipt. Running the statement is the one cheap check of whether the table exists, whatever other
    /// connections have just done.
    private func check(for receipt: Receipt) throws(SQLFailure) -> Look {
        do throws(SQLFailure) {
            let found = try transaction.statements.row(CommandTable.find, [.text(receipt.key)], connection)
            guard let found else { return .new }
            let row: String? = if case .text(let id) = found[1] { id } else { nil }
            return .done(request: found[0], row: row)
        } catch {
            guard error.code == SQLITE_ERROR else { throw error }
            return .unknowable
        }
    }
}
