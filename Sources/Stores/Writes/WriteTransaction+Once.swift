import CSQLite
import JSON

extension WriteTransaction {
    /// Carries commands out and notes it, in the transaction they are done in: both are committed, or neither. Those that
    /// came with this receipt before are not carried out again. In a database without a ``CommandTable`` all are.
    ///
    /// - Returns: What came of each; of those that came before, what came of the last.
    /// - Throws: Also ``CommandError/keyReused``, and ``CommandError/neverDone`` to a question.
    func once(_ receipt: Receipt?, _ body: () throws -> [WriteOutcome]) throws -> [WriteOutcome] {
        guard let receipt else { return try body() }
        let known = try look(for: receipt)
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
        try frame.statements.statement(CommandTable.note, connection).run([.text(receipt.key), request, row])
        try frame.statements.statement(CommandTable.cut, connection).run()
        return outcomes
    }

    /// What is known of a receipt.
    private enum Look {
        /// Nothing can be: there is no table for it.
        case unknowable
        /// It has not come before.
        case new
        /// It has, with this request, and this is the row's id.
        case done(request: SQLValue, row: String?)
    }

    /// Looks for a receipt. To try is the one cheap way to know whether there is a table, whatever others have just done.
    private func look(for receipt: Receipt) throws(SQLFailure) -> Look {
        do throws(SQLFailure) {
            let found = try frame.statements.row(CommandTable.look, [.text(receipt.key)], connection)
            guard let found else { return .new }
            let row: String? = if case .text(let id) = found[1] { id } else { nil }
            return .done(request: found[0], row: row)
        } catch {
            guard error.code == SQLITE_ERROR else { throw error }
            return .unknowable
        }
    }
}
