import Changes
import PostgreSQL

/// Runs the statements of many lists together, before the lists run them. A commit may concern many lists, and each
/// statement alone takes a round trip.
final class ReadAhead {
    /// The statements by the script of their role (``DatabaseRole/script``).
    private var announced: [ExactName?: Set<PreparedStatement>] = [:]
    private var results: [ExactName?: [PreparedStatement: PostgresResult]] = [:]
    private var count = 0
    private var byteCount = 0
    /// Until when nothing is read ahead, because it took too long.
    private var pauseEnd: ContinuousClock.Instant?

    /// The limits for a reading: statements, bytes of their parameters, and bytes of their results. A list runs what
    /// exceeds them itself.
    private static let limits = (statements: 400, parameters: 32_768, results: 1_000_000)
    private static let pause = Duration.seconds(60)

    /// Announces a statement that a list will probably run.
    func announce(_ statement: PreparedStatement, as script: ExactName?) {
        guard count < Self.limits.statements, byteCount + statement.byteCount <= Self.limits.parameters,
            announced[script, default: []].insert(statement).inserted
        else { return }
        count += 1
        byteCount += statement.byteCount
    }

    /// Runs what was announced. A statement that fails, and those of its role after it, are left to the lists.
    func run(on connection: PostgresConnection) {
        defer { announced = [:] }
        if let pauseEnd, .now < pauseEnd { return }
        var room = Self.limits.results
        for (script, statements) in announced where room > 0 {
            let statements = Array(statements)
            guard let (found, failure) = try? together(statements, script, room, on: connection) else { continue }
            room -= found.reduce(0) { $0 + $1.byteCount }
            results[script] = Dictionary(zip(statements, found)) { first, _ in first }
            if failure?.isCancellation == true {
                pauseEnd = .now + Self.pause
                return
            }
        }
    }

    private func together(
        _ statements: [PreparedStatement], _ script: ExactName?, _ room: Int, on connection: PostgresConnection
    ) throws(PostgresFailure) -> (results: [PostgresResult], failure: PostgresFailure?) {
        try connection.setUp(script?.text)
        return try connection.run(together: statements, upTo: room)
    }

    /// Whether no statement has run.
    var isEmpty: Bool { results.isEmpty }

    /// Returns the result of a statement that has run.
    func result(of statement: PreparedStatement, as script: ExactName?) -> PostgresResult? {
        results[script]?[statement]
    }

    /// Discards everything. The next reading has another state.
    func removeAll() { (announced, results, count, byteCount) = ([:], [:], 0, 0) }
}
