import Changes
import PostgreSQL

/// Statements that the lists of a reading are about to run: they run together, with one round trip for each role.
///
/// A commit may concern many lists. Asked one after the other, each would wait for the server.
final class ReadAhead {
    /// The statements by the script of their role (``DatabaseRole/script``).
    private var announced: [ExactName?: [PreparedStatement]] = [:]
    private var results: [ExactName?: [PreparedStatement: PostgresResult]] = [:]
    private var count = 0
    private var byteCount = 0

    /// The limits on the statements of a reading, on the bytes of their parameters, and on the bytes of the results for
    /// one role. A list runs what exceeds them itself.
    private static let limits = (statements: 400, parameters: 32_768, results: 1_000_000)

    /// Notes that a list will probably run a statement.
    func announce(_ statement: PreparedStatement, as script: ExactName?) {
        guard count < Self.limits.statements, byteCount + statement.byteCount <= Self.limits.parameters else { return }
        guard announced[script]?.contains(statement) != true else { return }
        announced[script, default: []].append(statement)
        count += 1
        byteCount += statement.byteCount
    }

    /// Runs what was announced. A statement that fails, and those after it, are left to the lists.
    func run(on connection: PostgresConnection) throws(PostgresFailure) {
        defer { announced = [:] }
        for (script, statements) in announced {
            try connection.setUp(script?.text)
            let found = try connection.run(together: statements, upTo: Self.limits.results).results
            results[script] = Dictionary(zip(statements, found)) { first, _ in first }
        }
    }

    /// Returns the result of a statement that has run.
    func result(of statement: PreparedStatement, as script: ExactName?) -> PostgresResult? {
        results[script]?[statement]
    }

    /// Discards everything. The next reading has another state.
    func removeAll() { (announced, results, count, byteCount) = ([:], [:], 0, 0) }
}
